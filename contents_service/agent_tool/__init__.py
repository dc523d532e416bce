"""The tool with which an agent, in another process, searches an application's documents.

It imports nothing of the service: no web framework, no parser and no index client, only msgspec.

    for tool in tools_for(appspec["contents"], Deployment(url, app, token)):
        result = tool.call("Within how many days may goods be returned?")
        print(result.caption, result.text)
"""

from contents_service.agent_tool.answer import Answer, FoundPassage
from contents_service.agent_tool.no_answer import NoAnswer
from contents_service.agent_tool.result import Result, make_result, render_answer
from contents_service.agent_tool.run_modes import Deployment, FromFile, Preview, Run
from contents_service.agent_tool.tool import SearchDocuments, Tool, tools_for

__all__ = [
    "Answer",
    "Deployment",
    "FoundPassage",
    "FromFile",
    "NoAnswer",
    "Preview",
    "Result",
    "Run",
    "SearchDocuments",
    "Tool",
    "make_result",
    "render_answer",
    "tools_for",
]
