"""The error class of the core: a code, an English sentence with fields, and their values."""

from collections.abc import Mapping

from core.places import as_typed

REFUSED_TURN = ("explorer.busy", "explorer.too_many")  # about the visitor who asked, not about what was asked


class Names(tuple[str, ...]):
    """Names in a row: a parameter of errors, which the page writes as its own language does.

    Examples:
        >>> print(Names(["a", "b"]), Names())
        a, b none
    """

    def __str__(self) -> str:
        return ", ".join(self) or "none"


class CoreError(ValueError):
    """Invalid input.

    Args:
        code: stable dotted name, such as `config.heads`; the page looks up its own sentence by it where it has one.
        template: English sentence with `{name}` fields, without its first capital and full stop: what is wrong and
            what is allowed. One code has one template.
        **parameters: values of the fields. The name of a setting is called `setting`: the page shows its label.

    Examples:
        >>> str(CoreError("config.heads", "d_model ({d_model}) is odd", d_model=7))
        'd_model (7) is odd'
    """

    def __init__(self, code: str, template: str, /, **parameters: object) -> None:
        self.code = code
        self.template = as_typed(template)
        self.parameters = parameters
        super().__init__(self.template.format(**parameters))

    def with_parameters(self, parameters: Mapping[str, object]) -> "CoreError":
        """Return the same error with other values."""
        return CoreError(self.code, self.template, **parameters)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.template, self.parameters)


def fault_of(error: BaseException) -> str:
    """Return a library's error as words within a sentence: for `reason` where any error may come.

    Examples:
        >>> fault_of(KeyError("window")), fault_of(EOFError())
        ("'window' is missing", 'EOFError')
    """
    if isinstance(error, OSError) and error.strerror:
        return error.strerror  # without the path, which the sentence names
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return " ".join(str(error).split())[:200] or type(error).__name__


def recorded_error(code: str, message: str, parameters: Mapping[str, object]) -> CoreError:
    """Return an error that was written down as its code, its finished message and its values."""
    return _rebuild(code, message.replace("{", "{{").replace("}", "}}"), dict(parameters))


def _rebuild(code: str, template: str, parameters: dict[str, object]) -> CoreError:
    return CoreError(code, template, **parameters)
