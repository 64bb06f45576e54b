"""What coworkers decided, done: a text that the world refuses is set about again a few times, and not for ever."""

from __future__ import annotations

from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.apps import mailbox
from tenure.engine.apps.base import ToolError
from tenure.engine.apps.mail import Mail
from tenure.engine.kernel.run import Run
from tenure.engine.minds.draft import Draft, anew
from tests.agents.lamps import new, played

ASK = "What price did we agree for the lamps?"
SEED = 8
"""With it, Ines looks at the first of the two mails, and soon."""


def payloads(run: Run, kind: str) -> list[Any]:
    return [event.payload for event in run.events((kind,))]


def answers(run: Run) -> list[Any]:
    return [one for one in payloads(run, "message.sent") if one.sender == "ines" and not one.past]


async def asks(session: Session) -> None:
    """Ask Ines the same by mail in two threads."""
    await session.call("mail.send", to=["ines"], subject="Lamps", body=f"Hi Ines, {ASK}")
    await session.call("mail.send", to=["ines"], subject="Shelves", body="Hi Ines, nothing to do here.")
    await session.wait(minutes=60 * 30)
    await session.finish()


async def test_a_mail_that_has_left_the_mailbox_is_answered_by_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mailbox, "KEPT", 1)
    run = await played(new(seed=SEED), asks)
    assert not payloads(run, "command.refused")
    first = answers(run)[0]
    assert (first.app, first.to, first.subject, first.reply_to) == ("mail", ("sam",), "Re: Lamps", None)
    assert [one.fact for one in payloads(run, "fact.shared")] == ["lamp_price"]
    assert (await run.replay()).digest == run.digest


async def test_an_answer_in_its_thread_stays_there() -> None:
    run = await played(new(seed=SEED), asks)
    first = answers(run)[0]
    assert first.reply_to is not None
    assert first.thread == first.reply_to


@pytest.mark.parametrize("code", ["not_found", "forbidden", "full"])
async def test_no_refusal_repeats_without_bound(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Mail._send  # pyright: ignore[reportPrivateUsage]

    def send(app: Mail, acting: Any, *args: Any, **more: Any) -> Any:
        if acting.person == "ines":
            raise ToolError(code, "the mail server is closed to her")
        return real(app, acting, *args, **more)

    monkeypatch.setattr(Mail, "_send", send)
    run = await played(new(seed=SEED), asks)
    refused = payloads(run, "command.refused")
    assert 2 <= len(refused) <= 3
    assert not answers(run)
    assert len(payloads(run, "fact.asked")) == 1  # however often she set about the answer
    assert (await run.replay()).digest == run.digest


@pytest.mark.parametrize(
    ("subject", "becomes"), [("Lamps", "Re: Lamps"), ("RE: Lamps", "RE: Lamps"), ("", "Your message")]
)
def test_a_new_mail_says_what_it_answers(subject: str, becomes: str) -> None:
    draft = Draft(
        tool="mail.reply", arguments='{"message": "sam/1", "body": "Yes.", "all": true}', item="", other="sam"
    )
    made = anew(draft, subject)
    assert made.tool == "mail.send"
    assert Draft.model_validate_json(made.model_dump_json()).text == "Yes."
    assert f'"subject": "{becomes}"' in made.arguments
    assert '"to": ["sam"]' in made.arguments
