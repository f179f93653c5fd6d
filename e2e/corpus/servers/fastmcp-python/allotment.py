# An allotment garden whose author left a banner and prints on stdout. Runs on fastmcp 2.14, Python 3.11: python allotment.py
import sys

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("allotment", version="1.1")
print("Allotment garden, plots 1 to 40")
print("watering plan loaded")
sys.stdout.flush()


@mcp.tool(output_schema=None)
def plot(number: int) -> str:
    """Who has a plot."""
    print(f"plot {number} asked")
    sys.stdout.flush()
    if not 1 <= number <= 40:
        raise ToolError("Plots are numbered 1 to 40.")
    if number == 13:
        return ""
    return "Family Holm. Fence: failed inspection 2024, passed 2025."


@mcp.tool(output_schema=None)
def water(plots: list[int]) -> dict:
    """Waters plots."""
    done = {p: "dry hose" if p == 7 else "ok" for p in plots}
    return {"status": "error" if 7 in plots and len(plots) == 1 else "done", "plots": done}


@mcp.tool(output_schema=None)
def harvest(crop: str) -> str:
    """Harvest of a crop."""
    return {"kale": "4 kg", "maize": "Not found: maize"}[crop]


@mcp.tool
def balance() -> int:
    """Balance of the cash box."""
    return "forty"  # type: ignore[return-value]


@mcp.resource("garden://rules")
def rules() -> str:
    return "No fires."


if __name__ == "__main__":
    mcp.run(show_banner=False)
