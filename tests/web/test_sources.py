"""The client's sources: its types match the protocol, and its texts are in the catalogues."""

import importlib.machinery
import importlib.util
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

from qwixx.locales import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
COMPONENTS = sorted((WEB / "src").rglob("*.svelte"))

# Words in a template that need no translation: a name, and words that are the same everywhere.
SAME_EVERYWHERE = {"Qwixx"}
# Attributes that people see or hear.
TOLD = re.compile(r"""\b(?:aria-label|title|placeholder|alt)="([^"{]*[^\W\d_]{2,}[^"{]*)\"""")


def script(name: str) -> ModuleType:
    loader = importlib.machinery.SourceFileLoader(f"script_{name}", str(ROOT / "scripts" / name))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", ["protocol.ts", "constants.ts", "lessons/positions.ts"])
def test_what_comes_from_python_is_up_to_date(file: str) -> None:
    wanted = cast("dict[str, Callable[[], str]]", script("types").FILES)[file]()
    assert (WEB / "src" / file).read_text(encoding="utf-8") == wanted, "run: scripts/types"


def literals(component: str) -> list[str]:
    """The words in a component's template that do not come from a catalogue."""
    template = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", component, flags=re.DOTALL)
    found = TOLD.findall(template)
    template = without_braces(template)
    # The text between tags; an arrow in an attribute was in braces.
    found += re.findall(r">([^<]+)<", f">{template}<")
    words = [word for text in found for word in re.findall(r"[^\W\d_]{2,}", re.sub(r"&\w+;", " ", text))]
    return [word for word in words if word not in SAME_EVERYWHERE]


def without_braces(text: str) -> str:
    """The template without its expressions, which may contain braces themselves."""
    depth, kept = 0, []
    for sign in text:
        depth += sign == "{"
        if not depth:
            kept.append(sign)
        depth -= sign == "}"
    return "".join(kept)


@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: path.stem)
def test_no_text_is_outside_the_catalogues(path: Path) -> None:
    assert literals(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "bad",
    [
        "<p>Hello</p>",
        '<button aria-label="Roll">{t("do.roll")}</button>',
        "<p>{#if x > 1}Two{/if}</p>",
        "<p>Γεια {name}</p>",
    ],
)
def test_the_search_finds_texts(bad: str) -> None:
    assert literals(bad)


def test_the_search_does_not_find_code() -> None:
    good = '<b class="big" onclick={() => { go("/x"); }}>{t("a.b")} · {#if a > b}1{/if}</b><style>p{}</style>'
    assert literals(good) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_installed(client: Path, language: str) -> None:
    manifest = json.loads((client / f"manifest-{language}.webmanifest").read_text(encoding="utf-8"))
    text = catalogue(language)
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    assert manifest["lang"] == language
    assert manifest["description"] == text("home.what")
    purposes = {icon.get("purpose", "any") for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    assert {shortcut["url"]: shortcut["name"] for shortcut in manifest["shortcuts"]} == {
        "/?play": text("home.play"),
        "/new": text("home.new-table"),
        "/rules": text("nav.rules"),
    }
    assert {picture["form_factor"] for picture in manifest["screenshots"]} == {"narrow", "wide"}
    assert {picture["label"] for picture in manifest["screenshots"]} == {text("nav.home"), "Qwixx"}
    for icon in [*manifest["icons"], *manifest["screenshots"]]:
        data = (client / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"


def test_the_client_in_the_package_is_made_from_these_sources(client: Path, builder: ModuleType) -> None:
    assert (client / "index.html").is_file()
    assert not builder.is_stale()
    changed = WEB / "public" / "changed.txt"
    changed.write_text("x")
    try:
        assert builder.is_stale()
    finally:
        changed.unlink()
