"""What is stored, column by column: the table of the privacy page, made from the schema."""

from .schema import metadata


def stored_columns() -> str:
    """The columns of every table with what they hold, as a table in Markdown."""
    columns = [column for table in metadata.tables.values() for column in table.columns]
    rows = [f"| `{column.table.name}` | `{column.name}` | {column.doc or ''} |" for column in columns]
    return "\n".join(["| table | column | what it holds |", "|---|---|---|", *rows]) + "\n"
