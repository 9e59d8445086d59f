from biom_client._sse import Decoder, ServerSentEvent

STREAM = "\ufeff: hello\nevent: progress\nid: 1\ndata: {\"a\":1}\n\ndata: one\r\ndata:two\r\nretry: 5\r\n\r\nid: 3\n\nevent: result\ndata: größer\n\n".encode()
EVENTS = [
    ServerSentEvent("progress", "1", '{"a":1}'),
    ServerSentEvent("message", "1", "one\ntwo"),
    ServerSentEvent("result", "3", "größer"),
]


def test_pieces_of_any_size() -> None:
    for size in range(1, len(STREAM) + 1):
        decoder = Decoder()
        pieces = [STREAM[i:i + size] for i in range(0, len(STREAM), size)]
        assert [event for piece in pieces for event in decoder.feed(piece)] == EVENTS


def test_an_event_without_its_end_is_none() -> None:
    assert list(Decoder().feed(b"event: result\ndata: {}\n")) == []
