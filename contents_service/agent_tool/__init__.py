"""The tool that a runtime imports: it lets an agent ask an application's documents, from another process.

It stands alone: nothing of the service, no web framework, no parser and no index client comes with it, only msgspec.

    for tool in tools_for(appspec["contents"], Deployment(url, app, token)):
        result = tool.call("Within how many days may goods be returned?")
        print(result.caption, result.text)
"""

from contents_service.agent_tool.answer import Answer, FoundPassage
from contents_service.agent_tool.no_answer import Unanswered
from contents_service.agent_tool.result import Result, result_of, text_of
from contents_service.agent_tool.run_modes import Deployment, FromFile, Preview, Run
from contents_service.agent_tool.tool import SearchDocuments, tools_for

__all__ = [
    "Answer",
    "Deployment",
    "FoundPassage",
    "FromFile",
    "Preview",
    "Result",
    "Run",
    "SearchDocuments",
    "Unanswered",
    "result_of",
    "text_of",
    "tools_for",
]
