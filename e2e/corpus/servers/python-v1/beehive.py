# An apiary. Runs on the FastMCP class of mcp 1.30, Python 3.11: python beehive.py
# With the argument `crash`, the extractor brings the process down.
import asyncio
import logging
import signal
import os
import sys

from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from pydantic import BaseModel, Field

logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(message)s")
mcp = FastMCP("apiary")
HIVES = {1: "Lindenhof", 2: "Quarry", 4: "Old Mill"}


class Weight(BaseModel):
    hive: int
    kilograms: float = Field(ge=0)


@mcp.tool()
def weigh(hive: int) -> Weight:
    """Weighs a hive."""
    if hive == 2:
        return {"hive": 2, "kilograms": "scale unplugged"}  # type: ignore[return-value]
    return Weight(hive=hive, kilograms=38.4)


@mcp.tool(structured_output=False)
def inspect_hive(hive: int) -> str:
    """Report of the last inspection."""
    if hive not in HIVES:
        raise ToolError(f"There is no hive {hive}. Hives: 1, 2, 4.")
    if hive == 4:
        return "Error rate of the brood pattern: 2 %. No swarm cells found. Queen not found on frame 3, seen on frame 7, all is well."
    logging.error("inspection of hive %s took long", hive)
    return f"{HIVES[hive]}: calm, four frames of brood."


@mcp.tool(structured_output=False)
def forecast(place: str) -> str:
    """Weather for the next flight day."""
    if place == "Quarry":
        return "503 Service Unavailable"
    if place == "Old Mill":
        return "Failed to reach the weather station: connection refused"
    return '{"error": null, "temperature": 19, "wind": "light"}'


@mcp.tool(structured_output=False)
def feed_all(litres: float) -> str:
    """Feeds every hive."""
    if litres > 5:
        return '{"results": [{"hive": 1, "ok": true}, {"hive": 2, "ok": false, "error": "feeder missing"}, {"hive": 4, "ok": true}]}'
    return '{"results": [{"hive": 1, "ok": true}, {"hive": 2, "ok": true}, {"hive": 4, "ok": true}], "errors": []}'


@mcp.tool(structured_output=False)
def register_sale(jars: int, buyer: dict) -> str:
    """Sells honey."""
    return f"{jars} jars to {buyer['name']}"


@mcp.tool(structured_output=False)
async def smoke(seconds: float, ctx: Context) -> str:
    """Smokes a hive."""
    await ctx.info("smoker lit")
    await asyncio.sleep(seconds)
    return "The bees are calm."


@mcp.tool(structured_output=False)
async def extract_honey() -> str:
    """Runs the extractor."""
    await asyncio.sleep(0.3)
    if "crash" in sys.argv:
        os.kill(os.getpid(), signal.SIGKILL)
    return "21 kg"


@mcp.tool(structured_output=False)
async def ask_helper(task: str, ctx: Context) -> str:
    """Lets the model of the client write a note to a helper."""
    from mcp.types import SamplingMessage, TextContent

    answer = await ctx.session.create_message(
        messages=[SamplingMessage(role="user", content=TextContent(type="text", text=f"Write a note: {task}"))],
        max_tokens=60,
    )
    return str(answer.content)


@mcp.resource("apiary://calendar")
def calendar() -> str:
    return "Swarm season: May and June."


@mcp.resource("apiary://broken-scale")
def broken_scale() -> str:
    raise RuntimeError("scale bus does not answer")


@mcp.prompt()
def diary(hive: int, mood: str) -> str:
    """Diary entry."""
    return f"Write the diary of hive {hive} in a {mood} mood."


if __name__ == "__main__":
    mcp.run()
