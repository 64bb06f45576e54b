"""From a pack's storyline to the beats that the engine plays."""

from __future__ import annotations

from ..engine.office import storyline
from .pack import Pack
from .schema import storyline as written
from .setup import meeting_of


def beats_of(pack: Pack) -> tuple[storyline.Beat, ...]:
    """The beats of a pack's storyline, in the author's order, with times placed in the run."""
    return tuple(
        storyline.Beat(beat.id, beat.when, tuple(_action(pack, action) for action in beat.do), beat.repeats)
        for beat in pack.storyline.beats
    )


def _action(pack: Pack, action: written.Action) -> storyline.Action:
    match action:
        case written.DoMail(mail=one):
            return storyline.SendMail(
                one.from_, one.to, one.cc, one.subject, one.body, one.attach, one.shares
            )
        case written.DoChat(chat=one):
            return storyline.SendChat(one.from_, one.body, one.to, one.channel, one.shares)
        case written.DoFile(file=one):
            return storyline.PutFile(one.path, one.from_, one.by)
        case written.DoLearn(learn=one):
            return storyline.Learn(one.person, one.fact)
        case written.DoLeave(leave=one):
            start = None if one.from_ == "now" else pack.clock.at(one.from_)
            return storyline.GoAway(one.person, start, pack.clock.at(one.to), one.kind)
        case written.DoMeeting(meeting=one):
            return storyline.CallMeeting(meeting_of(pack, one))
