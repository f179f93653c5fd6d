"""Runs the packed program on the Node of this machine."""

import os
import shutil
import subprocess
import sys

OLDEST = (20, 19)
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program", "main", "bin", "tierscope.js")


def fault_of(node):
    """Why this Node cannot run the program; None if it can."""
    oldest = ".".join(map(str, OLDEST))
    if node is None:
        return f"Tierscope runs on Node {oldest} or newer, and there is no node on your PATH. Install it from nodejs.org."
    printed = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    numbers = printed.lstrip("v").split(".")
    if len(numbers) < 2 or not all(part.isdigit() for part in numbers[:2]):
        return f"{node} does not say its version: Tierscope runs on Node {oldest} or newer."
    if tuple(map(int, numbers[:2])) < OLDEST:
        return f"Tierscope runs on Node {oldest} or newer, and {node} is {printed}."
    return None


def main():
    node = shutil.which("node")
    fault = fault_of(node)
    if fault is not None:
        print(f"tierscope: {fault}", file=sys.stderr)
        return 3
    command = [node, PROGRAM, *sys.argv[1:]]
    if os.name == "posix":
        # Signals and the exit code are the program's own.
        os.execv(node, command)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
