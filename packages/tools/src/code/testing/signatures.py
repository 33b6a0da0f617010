"""Signatures of every form that Python has, for the comparison with its own parser."""
from __future__ import annotations

import os, sys as system
import xml.etree.ElementTree as tree
from . import sibling
from ..above import (
    first as one,
    second,
)
from collections import *


def plain(a, b=1, *args, c, d=(1, 2), **rest): ...


async def typed(
    a: int, /, b: dict[str, list[int]] = {"x": [1]},  # a comment
    *, c: "str | None" = None,
) -> tuple[int, ...]:
    def inner(x=lambda y: y):
        return x

    return inner


class Outer(Base, metaclass=Meta):
    @property
    def name(self) -> str:
        return self._name

    class Inner:
        @decorator(a=1)
        @staticmethod
        async def nested(*, key: int) -> None:
            import json
            from os import path as p

    if sys.version_info > (3, 8):
        def conditional(self, *args: int, **kwargs: str): pass


def unions(a: int | None = None, *, b: "A" = -1, c=not True, d=f"{1}") -> Callable[[int], str] | None:
    match a:
        case 1:
            pass


def commented(a: int) -> int:
    if a > 1:
        return a
        # below the last statement

    # and below the block


LAST = 1
