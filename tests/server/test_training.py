"""Training tables: marked wherever they are seen; hints for whoever is to act, from that seat alone."""

from live_server import Running
from seated import Person, play

from qwixx import Record
from qwixx.server.protocol import Options


def test_a_training_table_is_marked_in_lists_view_and_record(server: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        assert ann.table["options"]["training"] is True
        assert [one.training for one in await ann.guest.games()] == [True]
        await ann.pass_to_the_end(0)
        record = Record.parse(await ann.guest.record(ann.id))
        assert record.headers["Training"] == "yes"

    play(server.url, 1, Options(seats=1, training=True), story)


def test_other_tables_are_not_marked(server: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        assert [one.training for one in await ann.guest.games()] == [False]
        await ann.pass_to_the_end(0)
        assert "Training" not in Record.parse(await ann.guest.record(ann.id)).headers

    play(server.url, 1, Options(seats=1), story)
