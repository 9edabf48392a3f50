"""The example server, in parts: what is played, messages, a table, the lobby, and the network.

All but `network` know no socket and no clock: they are called with what a client sent, and return what is to
be sent to whom. So they can be tested without a network, and used under another one.
"""
