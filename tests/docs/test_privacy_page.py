"""docs/privacy.md names everything that is stored."""

from pathlib import Path

import pytest

from qwixx.server.store.schema import metadata
from qwixx.server.store.stored import stored_columns

PAGE = Path(__file__).parents[2] / "docs" / "privacy.md"
COLUMNS = [column for table in metadata.tables.values() for column in table.columns]


@pytest.mark.parametrize("column", COLUMNS, ids=str)
def test_every_column_has_a_sentence(column: object) -> None:
    doc = getattr(column, "doc", None)
    assert doc, "say in schema.py, with doc=, what the column holds"
    assert doc[0].isupper()
    assert doc.endswith(".")
    assert f"| {doc} |" in stored_columns()


def test_the_page_has_the_table_of_the_schema() -> None:
    assert stored_columns() in PAGE.read_text(encoding="utf-8"), stored_columns()
