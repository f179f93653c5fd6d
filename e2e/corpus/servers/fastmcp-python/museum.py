# A museum's store. Runs on fastmcp 4.1, Python 3.11: python museum.py
import asyncio
import os

from fastmcp import Context, FastMCP
from fastmcp.exceptions import NotFoundError, ResourceError, ToolError
from pydantic import BaseModel, Field

mcp = FastMCP("museum-store", version="5.0.0")
ITEMS = {"M.1902.7": "Bronze bell, Benin", "M.1911.3": "Barometer, Paris"}


class Loan(BaseModel):
    item: str
    days: int = Field(ge=1)
    borrowers: list[str] = []


@mcp.tool
def describe(item: str) -> str:
    """Describes an item."""
    if item not in ITEMS:
        raise ToolError(f"{item} is not in the store; search with find_items first")
    return ITEMS[item]


@mcp.tool
def find_items(word: str, limit: int = 5) -> list[str]:
    """Searches items."""
    return [key for key, text in ITEMS.items() if word.lower() in text.lower()][:limit]


@mcp.tool
def lend(item: str, days: int) -> Loan:
    """Lends an item."""
    if days > 365:
        return {"item": item, "days": 0}  # type: ignore[return-value]
    return Loan(item=item, days=days)


@mcp.tool
def climate(room: str) -> str:
    """Climate of a room."""
    if room == "cellar":
        raise ConnectionError("hygrometer at 10.2.0.9 refused the connection")
    if room == "attic":
        raise NotFoundError("room attic has no sensor")
    return "19 degrees, 48 % humidity, alarm history: 2 errors acknowledged in March, 0 open"


@mcp.tool(output_schema=None)
def condition(item: str) -> str:
    """Condition report."""
    if item == "M.1911.3":
        return "Could not load the condition report: database is locked"
    return "Stable. Cracked rim repaired in 1978; X-ray failed to show casting flaws, which is good."


@mcp.tool(output_schema=None)
def move(items: list[str], room: str) -> dict:
    """Moves items."""
    if room == "vault":
        return {"success": False, "moved": 0, "message": "access to the vault was denied"}
    return {"moved": [i for i in items if i in ITEMS], "failed": [i for i in items if i not in ITEMS]}


@mcp.tool(output_schema=None, timeout=1.0)
async def scan(seconds: float, ctx: Context) -> str:
    """Scans an item in three dimensions; one second at most."""
    await ctx.info("scanner warm")
    await asyncio.sleep(seconds)
    return "2 million points"


@mcp.tool(output_schema=None)
async def burn_archive() -> str:
    """Copies the archive to a disc."""
    os.abort()


@mcp.resource("museum://rooms")
def rooms() -> str:
    return "hall, cellar, attic, vault"


@mcp.resource("museum://flooded")
def flooded() -> str:
    raise ResourceError("the shelf of this file was flooded")


@mcp.resource("museum://item/{number}")
def item_card(number: str) -> str:
    return f"card of {number}"


@mcp.prompt
def wall_text(item: str, words: int = 80) -> str:
    """A text for the wall."""
    return f"Write {words} words about {item}."


if __name__ == "__main__":
    mcp.run(show_banner=False)
