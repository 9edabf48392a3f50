"""The four games keep the laws of all games: one test a law, from `cardrules.testing`."""

from __future__ import annotations

import pytest

from cardrules.testing import conformance
from tests.walks import LAWS

_every_card = pytest.mark.rule("common.pack", "etori.end", "gong_zhu.end")
_apply = pytest.mark.rule("common.phase", "common.hold", "common.deal", "common.over")
_hidden = pytest.mark.rule("hornafjardarmanni.exchange.detail", "truco.envido.reveal")
_seats = pytest.mark.rule(
    "etori.seats", "etori.deal", "gong_zhu.deal", "hornafjardarmanni.deal", "truco.deal"
)

TestEtori = _every_card(_apply(_seats(conformance(LAWS["etori"]))))
TestGongZhu = _every_card(_apply(_seats(conformance(LAWS["gong_zhu"]))))
TestHornafjardarmanni = _every_card(_apply(_hidden(_seats(conformance(LAWS["hornafjardarmanni"])))))
TestTruco = _every_card(_apply(_hidden(_seats(conformance(LAWS["truco"])))))
