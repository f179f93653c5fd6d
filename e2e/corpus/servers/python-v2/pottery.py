# A pottery. Runs on the MCPServer class of mcp 2.3, Python 3.11: python pottery.py
# It speaks both the initialize era and 2026-07-28.
import asyncio
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

mcp = MCPServer("pottery", version="0.7.2")


class Glaze(BaseModel):
    name: str
    cone: int


class Consent(BaseModel):
    fire: bool


async def ask_consent() -> Elicit[Consent]:
    return Elicit("The kiln goes to 1280 degrees. Fire it?", Consent)


@mcp.tool()
def glaze(name: str) -> Glaze:
    """Recipe of a glaze."""
    if name == "celadon":
        return Glaze(name=name, cone=9)
    if name == "tenmoku":
        return {"name": "tenmoku", "cone": "ten"}  # type: ignore[return-value]
    raise ToolError(f"No recipe for {name}; recipes: celadon, tenmoku")


@mcp.tool(structured_output=False)
def fire(pieces: list[str], consent: Annotated[Consent, Resolve(ask_consent)]) -> str:
    """Fires pieces after a consent."""
    return f"Fired {len(pieces)} pieces." if consent.fire else "The kiln stays cold."


@mcp.tool(structured_output=False)
def shelf(board: int) -> str:
    """What stands on a board."""
    notes = {
        1: "3 bowls. 1 failed glaze test, marked as second choice. No cracks found.",
        2: "",
        3: "Shelf sensor unreachable: timed out after 5000 ms",
        4: "<html><head><title>401 Unauthorized</title></head><body><h1>Unauthorized</h1></body></html>",
    }
    return notes[board]


@mcp.tool(structured_output=False)
def sell(piece: str) -> CallToolResult:
    """Sells a piece."""
    if piece == "urn":
        return CallToolResult(content=[TextContent(type="text", text="The urn is reserved until Friday; offer the vase.")], is_error=True)
    if piece == "cup":
        raise MCPError(code=-32603, message="cash register offline")
    if piece == "plate":
        raise MCPError(code=429, message="Too many sales this minute", data={"retryAfter": 60})
    return CallToolResult(content=[TextContent(type="text", text=f"Sold the {piece}.")])


@mcp.tool(structured_output=False)
async def dry(seconds: float) -> str:
    """Dries the clay."""
    await asyncio.sleep(seconds)
    return "bone dry"


@mcp.tool(structured_output=False)
async def ask_master(question: str, ctx: Context) -> str:
    """Asks the master by the client's form."""
    answer = await ctx.elicit(question, Consent)
    return f"The master says: {answer.action}"


@mcp.resource("kiln://log")
def kiln_log() -> str:
    return "12:00 600 degrees, 15:00 1280 degrees, error 0"


@mcp.prompt()
def label(piece: str, price: int) -> str:
    """A label for a piece."""
    return f"Write a label for the {piece} at {price} crowns."


if __name__ == "__main__":
    mcp.run()
