# A caving club. Runs on the FastMCP class of mcp 1.30, Python 3.11: python cave_club.py
# It ends with code 1 whenever its stdin is closed.
import asyncio
import logging
import sys

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel

logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(message)s")
mcp = FastMCP("cave-club")

NOTES = {
    "season": "Season report: 61 trips, 4 turned back, 2 lamp failures, 1 rope rejected. Most common error: a missing knot at the end of the rope. Nobody was hurt.",
    "logbook": "14:11 ERROR radio: lost contact with team 2\n14:40 INFO radio: contact with team 2 restored\n17:05 INFO everyone is out",
    "raven": '{"cave": "Raven Shaft", "status": "closed", "reason": "bats until 1 April", "warning": "ladder denied to beginners"}',
    "permit": '{"ok": false, "reason": "the forestry office does not answer"}',
    "gauge": "ERROR: water gauge at the sump is offline",
    "sketch": "I could not open the survey of 1974, the archive refused the connection.",
}


class Rope(BaseModel):
    rope: int
    falls: int
    failed_tests: int
    usable: bool


@mcp.tool(structured_output=False)
def note(topic: str) -> str:
    """Reads a note of the club."""
    if topic == "rota":
        raise KeyError("rota")
    if topic not in NOTES:
        raise ToolError(f"There is no note '{topic}'. Choose one of: {', '.join(NOTES)}.")
    return NOTES[topic]


@mcp.tool(structured_output=False)
def find_cave(text: str) -> str:
    """Looks for caves by name."""
    logging.error("index of caves is 3 days old, rebuild failed last night")
    if text == "Sump":
        return '{"query": "Sump", "matches": [], "total": 0}'
    return f"No cave matches '{text}'. Nothing was found in 214 entries."


@mcp.tool()
def rope_check(rope: int) -> Rope:
    """What the last check said of a rope."""
    return Rope(rope=rope, falls=3, failed_tests=1, usable=False)


@mcp.tool(structured_output=False)
def reserve(items: list[str]) -> CallToolResult | str:
    """Reserves equipment."""
    if items == ["hut"]:
        return CallToolResult(isError=True, content=[TextContent(type="text", text="The hut is taken on 14 June; it is free on 21 June and 28 June.")])
    if "drill" in items:
        return '{"reserved": ["ladder"], "not_reserved": [{"item": "drill", "error": "on loan to the mountain rescue"}]}'
    if not items:
        return "[]"
    return '{"requested": 2, "reserved": 2, "failed": 0, "errors": []}'


@mcp.tool(structured_output=False)
async def descend(seconds: float) -> str:
    """Waits for a team to reach the bottom."""
    await asyncio.sleep(seconds)
    return "Team 3 is at the bottom, later than planned: the first timeout of the radio was ignored."


@mcp.resource("cave://rules")
def rules() -> str:
    """What to do if something fails."""
    return "If a lamp fails: stop. If contact is lost: wait 30 minutes, then call 112. Error in the tally of people: nobody leaves."


@mcp.prompt()
def briefing(cave: str) -> str:
    """A briefing before a trip."""
    return f"Write a briefing for {cave}. List what can fail."


mcp.run()
print("ERROR shutdown hook: no database to close", file=sys.stderr)
sys.exit(1)
