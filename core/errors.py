"""The one error of the core: a code and its parameters, worded in English here and again by the page."""


class CoreError(ValueError):
    """Wrong input, refused at the border.

    Args:
        code: stable dotted name, such as `config.heads`; the page words it again in its own language.
        template: English sentence with `{name}` fields: what is wrong and what is allowed.
        **parameters: the values of those fields.

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
