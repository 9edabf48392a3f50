"""Records of matches: everything that is needed to play them again, written down, read back and verified.

A `Record` has two forms, equal in content: text for people (`to_text`, `from_text`) and a line of JSON
(`to_json`, `from_json`). `read_records` and `write_records` go through files of any length, one record at a
time. `Record.redacted` is what one seat knew of it. The grammar is in the documentation, on the page about
records.

>>> from cardrules.games import truco
>>> state = truco.new_match(truco.Rules())
>>> for move in (truco.arrange(state), truco.Call.TRUCO, truco.Call.NO_QUIERO):
...     state = truco.apply(state, move)
>>> record = Record.of(state, players=["Ana", "Zoë"])
>>> from_text(to_text(record)) == from_json(to_json(record)) == record
True
>>> record.replay().states[-1] == state, verify(record)
(True, None)
"""

from cardrules.records.data import from_json, to_json
from cardrules.records.files import Damage, read_records, records_by_line, write_records
from cardrules.records.record import VERSION, Claim, Fault, Record, RecordError, Replayed, verify
from cardrules.records.text import from_text, to_text

__all__ = [
    "VERSION",
    "Claim",
    "Damage",
    "Fault",
    "Record",
    "RecordError",
    "Replayed",
    "from_json",
    "from_text",
    "read_records",
    "records_by_line",
    "to_json",
    "to_text",
    "verify",
    "write_records",
]
