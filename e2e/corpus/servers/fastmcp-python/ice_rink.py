# An ice rink. Runs on fastmcp 3.4, Python 3.11: python ice_rink.py
import asyncio
import sys

from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError, ToolError

mcp = FastMCP("ice-rink")
BOARD = {
    "compressor": "Compressor 2: 14 faults last year, all repaired; last failure 9 March. Running.",
    "skates": '{"size": 44, "available": 0, "reserved": 12, "error": "", "errors": null}',
    "lessons": "There are no lessons on Sunday.",
    "penalties": "Penalties: 2 min illegal hit (Moe), 5 min fighting (Lie), goal disallowed 31:07, video review failed to overturn it.",
    "thermometer": "Exception: sensor 4 returned no value",
    "weather": '{"success": "false", "error": {"type": "timeout", "message": "met office did not answer in 10 s"}}',
    "lights": "Unauthorized",
    "zamboni": "Sorry, the position of the Zamboni cannot be determined right now because the GPS request was rejected.",
}


@mcp.tool(output_schema=None)
def board(panel: str) -> str:
    """Reads a panel of the notice board."""
    print(f"ERROR: panel driver v1 is deprecated ({panel})", file=sys.stderr, flush=True)
    if panel not in BOARD:
        raise ToolError(f"Panel '{panel}' does not exist. Panels: {', '.join(BOARD)}.")
    return BOARD[panel]


@mcp.tool
def score(period: int) -> dict:
    """The score of a period."""
    if period == 4:
        raise RuntimeError("overtime is not recorded by this clock, ask for a period from 1 to 3")
    return {"home": 2, "away": 0, "shots_missed": 17, "failed_passes": 41}


@mcp.tool(output_schema=None)
def book(hours: list[int]) -> str:
    """Books hours on the ice."""
    lines = [f"{hour}:00 booked" if hour < 20 else f"{hour}:00 FAILED, the ice is being renewed" for hour in hours]
    return "\n".join(lines) if lines else "Nothing to book."


@mcp.tool(output_schema=None)
async def resurface(seconds: float) -> str:
    """Renews the ice."""
    await asyncio.sleep(seconds)
    return "The ice is new. 1 pass skipped, 0 problems."


@mcp.resource("rink://safety")
def safety() -> str:
    """Safety rules."""
    return "Error of judgement is the most common cause of accidents. Access denied without a helmet."


@mcp.resource("rink://plan")
def plan() -> str:
    """The plan of the week."""
    raise ResourceError("the plan is printed on Mondays only")


@mcp.prompt
def announce(team: str) -> str:
    """Announces a team."""
    return f"Welcome {team}! Do not fail."


mcp.run(show_banner=False)
