"""A pack is read back in sentences that its author would recognise."""

import pytest

from tenure.scenarios.explain import Explanation, UnknownPartError
from tenure.scenarios.loader import load_pack
from tenure.scenarios.reach import Reach
from tenure.scenarios.source import PackSource
from tenure.scenarios.uses import Uses


@pytest.fixture(scope="module")
def explanation(example: PackSource) -> Explanation:
    return Explanation(load_pack(example, seed=7))


def test_a_person(explanation: Explanation) -> None:
    assert explanation.person("tomas")[:2] == [
        "Tomas Villar, Customs broker, reports to Dewi.",
        (
            "Tomas knows the demurrage rate at Antwerp. He tells colleagues if asked, and only after Dewi has agreed, "
            "clients never. Without it criteria 1 (right_total), 2 (told_dewi) and 3 (kept_inside) cannot be met."
        ),
    ]
    assert explanation.person("ines")[1] == (
        "Ines has the demurrage rate at Antwerp wrong: “The demurrage rate at Antwerp is EUR 400 per container and "
        "day.” Ines holds the truth once the beat `carrier_notice` has happened, and then tells those who heard the "
        "wrong one. She tells it if asked, clients never."
    )


def test_a_fact(explanation: Explanation) -> None:
    lines = explanation.fact("day_rate")
    assert lines[0] == "day_rate: The demurrage rate at Antwerp is EUR 445 per container and day."
    assert (
        "Noor can learn it from Tomas after Dewi has agreed or from Ines after the beat `carrier_notice` has happened."
        in lines
    )


def test_a_criterion(explanation: Explanation) -> None:
    lines = explanation.criterion("told_dewi")
    assert lines[0] == "2. Dewi got a mail with the total (told_dewi): 20% of the score."
    assert "It asks whether the analyst has sent Dewi a mail that says “2684.75”." in lines
    assert any(line.startswith("It can't be met without the fee for a delivery order") for line in lines)
    assert explanation.criterion("right_total")[-1] == "If it is not met, the score is at most 0.4."


def test_the_whole_tells_of_everybody_and_of_the_story(explanation: Explanation) -> None:
    text = "\n".join(explanation.whole())
    for name in ("Noor Haddad", "Dewi Brandsma", "Ines Marchetti", "Tomas Villar", "Joost Veltman"):
        assert name in text
    assert "Once 1 work day have passed since the beat `carrier_notice` has happened: Ines is away" in text
    assert "{" not in text


@pytest.mark.parametrize(
    ("part", "name", "message"),
    [
        ("person", "inez", "there is no person `inez`. Did you mean `ines`?"),
        ("fact", "dayrate", "there is no fact `dayrate`. Did you mean `day_rate`?"),
        ("criterion", "right_totl", "there is no criterion `right_totl`. Did you mean `right_total`?"),
    ],
)
def test_what_is_not_there_is_named_with_the_nearest(
    explanation: Explanation, part: str, name: str, message: str
) -> None:
    with pytest.raises(UnknownPartError) as caught:
        getattr(explanation, part)(name)
    assert str(caught.value) == message


def test_ways_to_a_fact_name_what_bars_them(example: PackSource) -> None:
    ways = Reach(load_pack(example, seed=7)).ways("day_rate")
    assert [(way.kind, way.by, way.barred) for way in ways] == [
        ("person", "tomas", ""),
        ("person", "ines", ""),
    ]
    text = example.files["facts.yaml"].decode().replace("rule: on_request ", "rule: never ")
    barred = PackSource({**example.files, "facts.yaml": text.encode()}, example.personas)
    ways = Reach(load_pack(barred, seed=7)).ways("day_rate")
    assert ways[1].barred == "never tells it"


def test_params_lead_from_facts_to_criteria(example: PackSource) -> None:
    uses = Uses(load_pack(example, seed=7))
    assert uses.facts == {"day_rate": {"rate"}, "document_fee": {"fee"}}
    assert uses.closure(["total"]) == {"total", "rate", "boxes", "fee"}
    assert uses.resting_on("day_rate") == ("right_total", "told_dewi", "kept_inside")
    assert uses.only_from("document_fee") == ("right_total", "told_dewi", "kept_inside")
    assert uses.unused() == ()


def minded(example: PackSource, minds: str) -> Explanation:
    """The example with other minds."""
    text = example.text("scenario.yaml")
    head, _, rest = text.partition("\nminds:\n")
    lines = rest.splitlines()
    end = next((n for n, line in enumerate(lines) if line and not line.startswith((" ", "#"))), len(lines))
    changed = "\n".join([head, minds, *lines[end:]])
    files = {**example.files, "scenario.yaml": changed.encode()}
    return Explanation(load_pack(PackSource(files, example.personas), seed=7))


def test_who_has_which_mind_and_who_may_move_when(example: PackSource) -> None:
    told = minded(
        example,
        """minds:
  people: {ines: careful, dewi: careful, tomas: {draw: [model, scripted, scripted]}}
  moves:
    - {who: crowd, to: model, back_after: 5 work days without contact}
    - {who: [ines, tomas], to: model, when: {known: {fact: day_rate, by: analyst}}}
""",
    )
    text = "\n".join(told.whole())
    for sentence in (
        "Dewi and Ines begin with the mind `careful`.",
        "Tomas begins with a mind that the seed draws: `model` (in 1 of 3 cases) or `scripted` (in 2 of 3 cases).",
        (
            "When a seat writes to anybody else, that person gets the mind `model`; "
            "after 5 work days without contact they fall back."
        ),
        "`careful` is whatever model the run binds to it (--mind careful=MODEL); without one, it is the scripted mind.",
    ):
        assert sentence in text, text
    assert ", Ines and Tomas get the mind `model`." in text
    assert told.person("ines")[-1] == "Begins with the mind `careful`."


def test_where_everybody_is_scripted_nothing_is_said_of_minds(example: PackSource) -> None:
    told = minded(example, "")
    assert "mind" not in "\n".join(told.whole()).lower().replace("remind", "")
