"""Charts in a presentation, real ones with their data in a workbook inside; and pictures."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import isfinite
from typing import Any, Final

from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE, XL_LEGEND_POSITION
from pptx.util import Inches, Pt

from .deckbuild import SlideBuilder, body_of, content_area
from .markup import Block, Item, Run
from .normal import normalise
from .opening import FileError

KINDS: Final[Mapping[str, Any]] = {
    "column": XL_CHART_TYPE.COLUMN_CLUSTERED,
    "stacked": XL_CHART_TYPE.COLUMN_STACKED,
    "bar": XL_CHART_TYPE.BAR_CLUSTERED,
    "line": XL_CHART_TYPE.LINE_MARKERS,
    "pie": XL_CHART_TYPE.PIE,
}
"""Name to chart type."""
MAX_POINTS: Final = 2_000
_NEVER: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""When the workbook inside a chart was made, as it says."""
_PICTURES: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")


def add_chart(
    presentation: Any, slide: Any, kind: str, labels: Sequence[str], series: Mapping[str, Sequence[float]]
) -> None:
    """Put a chart on a slide, below its text.

    Args:
        presentation: Whose slide it is.
        slide: The slide.
        kind: One of `KINDS`.
        labels: Of the points.
        series: Name to values, one a label.

    Raises:
        FileError: The kind is unknown, or values don't fit the labels.
    """
    if kind not in KINDS:
        raise FileError(f"there is no chart {kind!r}", f"There are {', '.join(KINDS)}.")
    if not labels or not series:
        raise FileError("the chart has no data")
    if len(labels) * len(series) > MAX_POINTS:
        raise FileError(f"the chart has more than {MAX_POINTS} points")
    for name, values in series.items():
        if len(values) != len(labels):
            raise FileError(f"{name} has {len(values)} values for {len(labels)} labels")
        if not all(isfinite(value) for value in values):
            raise FileError(f"{name} has a value that is no number")
    data: Any = CategoryChartData()
    data.categories = list(labels)
    for name, values in series.items():
        data.add_series(name, list(values))
    left, top, width, height = room_below(presentation, slide)
    frame = slide.shapes.add_chart(
        KINDS[kind], Inches(left), Inches(top), Inches(width), Inches(height), data
    )
    chart = frame.chart
    # the library stamps the present time into the workbook that holds the chart's data
    workbook = chart.part.chart_workbook.xlsx_part
    workbook._blob = normalise("data.xlsx", workbook.blob, _NEVER)
    chart.has_legend = len(series) > 1 or kind == "pie"
    if chart.has_legend:
        chart.legend.position = XL_LEGEND_POSITION.BOTTOM
        chart.legend.include_in_layout = False
    chart.has_title = False
    chart.font.size = Pt(14)


def add_picture(presentation: Any, slide: Any, data: bytes, name: str) -> None:
    """Put a picture on a slide, below its text, as large as there is room.

    Raises:
        FileError: It is no PNG, JPEG or GIF.
    """
    if not data.startswith(_PICTURES):
        raise FileError(f"{name} is no picture", "PNG, JPEG and GIF are.")
    left, top, width, height = room_below(presentation, slide)
    try:
        picture = slide.shapes.add_picture(io.BytesIO(data), Inches(left), Inches(top))
    except Exception as error:  # a hostile picture can make the library raise anything
        raise FileError(f"{name} is damaged") from error
    share = min(Inches(width) / picture.width, Inches(height) / picture.height)
    picture.width, picture.height = int(picture.width * share), int(picture.height * share)
    picture.left = Inches(left) + (Inches(width) - picture.width) // 2
    picture._element.nvPicPr.cNvPr.set("descr", name.rpartition("/")[2])


def room_below(presentation: Any, slide: Any) -> tuple[float, float, float, float]:
    """The room below a slide's text, in inches; the text is made to leave half of it."""
    left, top, width, height = content_area(presentation, slide)
    body = body_of(slide)
    texts = [] if body is None else [one for one in body.text_frame.paragraphs if one.text.strip()]
    if body is None or not texts:
        if body is not None:
            body._element.getparent().remove(body._element)
        return left, top, width, height
    words: list[Block] = [Item((Run(one.text),), min(int(one.level), 4), False, 0) for one in texts]
    used = SlideBuilder(presentation).upper(slide, words, height / 2)
    return left, top + used + 0.1, width, max(0.5, height - used - 0.1)


def chart_line(chart: Any) -> str:
    """A chart in words: its kind, and its values by label."""
    try:
        kinds = {int(value): name for name, value in KINDS.items()}
        name = kinds.get(int(chart.chart_type), "chart")
        labels = [str(one) for one in chart.plots[0].categories]
        parts = [
            f"{series.name}: "
            + ", ".join(
                f"{label} {value:g}"
                for label, value in zip(labels, series.values, strict=False)
                if value is not None
            )
            for plot in chart.plots
            for series in plot.series
        ]
        text = "; ".join(parts)
        return f"[{name} chart: {text[:600]}]"
    except (AttributeError, IndexError, KeyError, NotImplementedError, TypeError, ValueError):
        return "[chart]"
