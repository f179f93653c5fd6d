# An observatory. Runs on the MCPServer class of mcp 2.3, Python 3.11: python observatory.py
# It speaks both the initialize era and 2026-07-28.
import asyncio
import os

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel

mcp = MCPServer("observatory", version="3.2.0", instructions="Book time at the dome and read the plates.")
STARS = {"Vega": 0.03, "Mizar": 2.23}


class Exposure(BaseModel):
    star: str
    seconds: int
    frames: list[str]


@mcp.tool()
def magnitude(star: str) -> float:
    """Magnitude of a star."""
    if star not in STARS:
        raise ToolError(f"{star} is not in the catalogue. Try Vega or Mizar.")
    return STARS[star]


@mcp.tool()
def expose(star: str, seconds: int = 30) -> Exposure:
    """Takes a plate."""
    if seconds > 3600:
        raise OverflowError("shutter register holds 12 bits")
    return Exposure(star=star, seconds=seconds, frames=[])


@mcp.tool(structured_output=False)
def night_log(night: str) -> str:
    """The log of a night."""
    if night == "2026-11-01":
        return "HTTP 502 Bad Gateway: archive.observatory.example"
    if night == "2026-11-02":
        return '{"ok": false, "error": {"code": "DOME_CLOSED", "message": "no plates were taken"}}'
    return "21:40 dome opened. 22:15 tracking error 0.4 arcsec, corrected. 23:02 guide star lost, found again, nothing failed."


@mcp.tool(structured_output=False)
def point(right_ascension: float) -> str:
    """Points the telescope."""
    if right_ascension >= 24:
        raise MCPError(code=-32010, message="Mount limit reached at 24 h", data={"limit": 24})
    if right_ascension < 0:
        raise MCPError(code=-32602, message="right_ascension must not be negative")
    return f"Pointing at {right_ascension} h"


@mcp.tool(structured_output=False)
async def track(seconds: float, ctx: Context) -> str:
    """Tracks a star."""
    await ctx.report_progress(0, 1, "tracking")
    await asyncio.sleep(seconds)
    return "Tracked."


@mcp.tool(structured_output=False)
def open_dome() -> str:
    """Opens the dome against the wind."""
    os._exit(3)


@mcp.resource("plate://latest")
def latest() -> str:
    return "NGC 7000, 30 s"


@mcp.resource("plate://cracked")
def cracked() -> str:
    raise RuntimeError("emulsion reader returned 0x17")


@mcp.resource("plate://{year}/{number}")
def plate(year: str, number: str) -> str:
    if year == "1899":
        raise ResourceNotFoundError(f"no plates from {year}")
    if year == "1944":
        raise ResourceError("plates of 1944 are in the restorer's workshop")
    return f"plate {number} of {year}"


@mcp.prompt()
def observing_plan(star: str) -> str:
    """A plan for one night."""
    return f"Plan a night with {star}."


if __name__ == "__main__":
    mcp.run()
