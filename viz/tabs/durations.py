"""Times in words."""

from viz.texts import Texts

_MINUTES_OF_A_DAY = 24 * 60


def duration(seconds: float, texts: Texts) -> str:
    """Return a time in words: seconds below one and a half minutes, then minutes, then hours, days from two on."""
    if seconds < 90:
        return texts("train.duration.seconds", seconds=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 90:
        return texts("train.duration.minutes", minutes=minutes)
    if minutes >= 2 * _MINUTES_OF_A_DAY:
        return texts("train.duration.days", days=f"{round(minutes / _MINUTES_OF_A_DAY):,}")
    return texts("train.duration.hours", hours=minutes // 60, minutes=minutes % 60)
