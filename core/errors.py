"""The error class of the core: a code and its parameters, with an English message; the page has its own messages."""


class CoreError(ValueError):
    """Invalid input.

    Args:
        code: stable dotted name, such as `config.heads`; the page uses it to look up its own message.
        template: English sentence with `{name}` fields: what is wrong and what is allowed.
        **parameters: values of the fields.

    Examples:
        >>> str(CoreError("config.heads", "d_model ({d_model}) is odd", d_model=7))
        'd_model (7) is odd'
    """

    def __init__(self, code: str, template: str, **parameters: object) -> None:
        self.code = code
        self.parameters = parameters
        super().__init__(template.format(**parameters) if parameters else template)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, str(self), self.parameters)


def _rebuild(code: str, message: str, parameters: dict[str, object]) -> CoreError:
    error = CoreError(code, "{message}", message=message)
    error.parameters = parameters
    return error
