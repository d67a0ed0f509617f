"""Every rule and every fault has a test named after it, and the table in docs/rules.md says which.

Run as a program, this prints the table.
"""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "rules.md"

RULES = [
    *(f"R{number}" for number in range(1, 19)),
    *(f"L{number}" for number in range(1, 8)),
    *(f"B{number}" for number in range(1, 10)),
]
FAULTS = [f"fault {number}" for number in range(1, 14)]
NAME = re.compile(r"test_(?:(?P<rule>[RLB]\d+)|fault_(?P<fault>\d\d))_\w+")


def subject(name: str) -> str | None:
    """The rule or fault that a test is named after."""
    match = NAME.fullmatch(name)
    if match is None:
        return None
    return match["rule"] or f"fault {int(match['fault'])}"


def named_tests() -> dict[str, list[tuple[str, str]]]:
    """Maps each rule to its tests and their files."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (what := subject(node.name)):
                found.setdefault(what, []).append((node.name, path.name))
    return found


def table() -> str:
    lines = ["| rule | tests |", "|---|---|"]
    for what, named in sorted(named_tests().items(), key=lambda item: [*RULES, *FAULTS].index(item[0])):
        links = (f"[`{name}`](../tests/rules/{file})" for name, file in named)
        lines.append(f"| {what} | {'<br>'.join(links)} |")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("what", [*RULES, *FAULTS])
def test_has_a_test_and_is_in_the_table(what: str) -> None:
    named = named_tests().get(what, [])
    assert named, f"no test is named after {what}"
    line = re.search(rf"^\| {what} \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert line, f"the table in docs/rules.md misses {what}"
    linked = re.findall(r"\[`(\w+)`\]\(\.\./tests/rules/(\w+\.py)\)", line[1])
    assert linked, f"the table in docs/rules.md names no test of {what}"
    assert set(linked) <= set(named), f"these do not exist: {set(linked) - set(named)}"


def test_no_test_or_line_is_about_a_rule_that_does_not_exist() -> None:
    assert set(named_tests()) <= {*RULES, *FAULTS}
    lines = re.findall(r"^\| ([RLB]\d+|fault \d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert lines == [*RULES, *FAULTS]


@pytest.mark.parametrize("rule", RULES)
def test_the_page_states_the_rule(rule: str) -> None:
    assert PAGE.read_text(encoding="utf-8").count(f"- **{rule}** ") == 1


if __name__ == "__main__":
    print(table(), end="")
