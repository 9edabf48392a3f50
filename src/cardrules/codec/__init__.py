"""JSON for every value of every game, checked when it is read (extra ``json``).

`encode` makes of a value what `json` can write, `decode` reads it back; `dumps` and `loads` do the same with
text. A message says which ``version`` of the format it is in, which ``game`` it is of and which ``kind`` of
message it is; a card is its text. What is decoded is possible: a state is made by replaying its deal through
the rules, and every number that the message claims is compared.

>>> from cardrules import codec
>>> from cardrules.games import truco
>>> codec.dumps(truco.Call.NO_QUIERO, truco.GAME)
'{"kind":"call","version":1,"game":"truco","value":"no quiero"}'
>>> state = truco.new_match(truco.Rules())
>>> state = truco.apply(state, truco.arrange(state, ["1E 7E 7O"]))
>>> codec.loads(codec.dumps(state)) == state
True
>>> [move["kind"] for move in codec.encode(truco.observe(state, 0))["legal_moves"]]
['play', 'play', 'play', 'call', 'call', 'call', 'call', 'call']
"""

from cardrules.codec.api import VERSION, decode, dumps, encode, loads, schema
from cardrules.errors import DecodeError, EncodeError, MissingExtra

__all__ = [
    "VERSION",
    "DecodeError",
    "EncodeError",
    "MissingExtra",
    "decode",
    "dumps",
    "encode",
    "loads",
    "schema",
]
