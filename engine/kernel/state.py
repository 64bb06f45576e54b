"""State: the fold of the journal, kept by components that own one subject each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeAlias, TypeVar

from .events import Event

C = TypeVar("C", bound="Component")

Apply: TypeAlias = Callable[[Event], None]


class Component(ABC):
    """One subject's state (mail, people, network …). Only `listens`' methods may change it.

    A component never reads another one while it applies an event: what it needs stands in the event.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Of `dump`'s shape: a checkpoint with another version is ignored, and state is folded from events."""

    @abstractmethod
    def listens(self) -> Mapping[str, Apply]:
        """Event kind to the method that folds it in."""

    @abstractmethod
    def dump(self) -> Any:
        """The state as JSON values (string keys; lists keep their order)."""

    @abstractmethod
    def load(self, data: Any) -> None:
        """Replace the state by what `dump` returned."""


class State:
    """A run's components, and the routing of events to them."""

    def __init__(self, components: Iterable[Component]) -> None:
        self._components: dict[str, Component] = {}
        self._routes: dict[str, list[Apply]] = {}
        for component in components:
            if component.name in self._components:
                raise ValueError(f"two components are named {component.name!r}")
            self._components[component.name] = component
            for kind, apply in component.listens().items():
                self._routes.setdefault(kind, []).append(apply)

    def get(self, kind: type[C]) -> C:
        """The component of that class."""
        component = self._components[kind.name]
        assert isinstance(component, kind)
        return component

    def apply(self, event: Event) -> None:
        """Fold one event into every component that listens to its kind."""
        for apply in self._routes.get(event.payload.kind, ()):
            apply(event)

    def versions(self) -> dict[str, int]:
        """Component names with the versions of their dumps."""
        return {name: component.version for name, component in self._components.items()}

    def dump(self) -> dict[str, Any]:
        """Every component's state as JSON values."""
        return {name: component.dump() for name, component in self._components.items()}

    def load(self, data: Mapping[str, Any]) -> None:
        """Replace every component's state by what `dump` returned."""
        for name, component in self._components.items():
            component.load(data[name])
