"""Accessibility checks of a page with axe."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# A text that is still fading in has too little contrast. An animation without an end cannot be finished.
FINISH = """() => document.getAnimations().forEach((one) => {
    if (one.effect.getComputedTiming().endTime < Infinity) one.finish();
})"""


def findings(page: Page, **options: object) -> list[str]:
    """All violations that axe finds, best practices included."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(FINISH)
    result = page.evaluate("(more) => axe.run({ resultTypes: ['violations'], ...more })", options)
    return [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for violation in result["violations"]
        for node in violation["nodes"][:2]
    ]
