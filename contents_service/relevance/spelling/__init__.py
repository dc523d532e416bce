"""Words that a scope lacks.

`variants` are other ways to write them, and `respelling` reads them as words of the scope, which changes the question.
`near_words` are spelt nearly like them: they are suggested, and `respelling` takes its corrections from them.
"""
