"""Numbers with their nouns; apart from other wording, which needs the events, so that help stays quick."""

from __future__ import annotations


def counted(number: float, noun: str) -> str:
    """A number with its noun: ``1 message``, ``1,200 messages``; 0.5 of something are several too."""
    shown = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{shown} {noun if number == 1 else f'{noun}s'}"
