"""The machine that a benchmark ran on: processor, cores, system and Python."""

import os
import platform
from pathlib import Path


def machine() -> dict[str, str]:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.is_file() else ():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return {"cpu": model, "cores": str(os.cpu_count()), "system": platform.system(), "python": python}
