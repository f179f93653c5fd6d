# A bicycle workshop. Runs on the FastMCP class of mcp 1.30, Python 3.11: python bike_workshop.py
import asyncio
import os

from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.shared.exceptions import McpError
from mcp.types import CallToolResult, ErrorData, TextContent
from pydantic import BaseModel

BIKES = {"B-7": ("Gazelle Orange", "ready"), "B-9": ("Brompton M6L", "waiting for a hub")}

level = os.environ.get("WORKSHOP_LOG", "INFO")
mcp = FastMCP("bike-workshop", instructions="Look after the bicycles of the workshop.", log_level=level)  # type: ignore[arg-type]


class Estimate(BaseModel):
    bike: str
    hours: float
    parts: list[str]


@mcp.tool()
def bike_status(bike: str) -> str:
    """State of one bicycle."""
    if bike not in BIKES:
        raise ToolError(f"No bicycle {bike} in the workshop. Known numbers: {', '.join(BIKES)}.")
    name, state = BIKES[bike]
    return f"{name}: {state}"


@mcp.tool()
def estimate(bike: str, days: int = 1) -> Estimate:
    """Estimates a repair."""
    return Estimate(bike=bike, hours=days * 6.5, parts=["chain", "cassette"])


@mcp.tool(structured_output=False)
def fault_log(bike: str) -> str:
    """Entries of the fault log, with the words of the customers."""
    if bike == "B-9":
        return ""
    return "12 May: rear light failed, error in the dynamo wiring found and repaired. 3 June: brake pads denied twice by supplier, then delivered."


@mcp.tool(structured_output=False)
def waiting_list() -> list[str]:
    """Customers who wait."""
    return []


@mcp.tool(structured_output=False)
def order_part(part: str) -> str:
    """Orders a part at the wholesaler."""
    if part == "hub":
        return '{"success": false, "reason": "part discontinued since 2019"}'
    if part == "saddle":
        return "Error: wholesaler rejected the order, account 4411 is over its limit"
    if part == "bell":
        return CallToolResult(isError=True, content=[TextContent(type="text", text="Bells are sold by the dozen: order 12 or 24.")])  # type: ignore[return-value]
    return f"Ordered one {part}, arrives on Thursday."


@mcp.tool(structured_output=False)
def true_wheel(spoke: int) -> str:
    """Trues a wheel by the tension of one spoke."""
    tensions = [98, 101, 0]
    return f"Deviation {300 / tensions[spoke]:.2f} mm"


@mcp.tool(structured_output=False)
def lock_stand(stand: int) -> str:
    """Locks a repair stand."""
    if stand == 13:
        raise McpError(ErrorData(code=-32003, message="Stand 13 is locked by another mechanic", data={"until": "14:30"}))
    raise ValueError("")


@mcp.tool(structured_output=False)
async def spray_paint(layers: int, ctx: Context) -> str:
    """Paints a frame, half a second per layer."""
    for layer in range(layers):
        await ctx.report_progress(layer + 1, layers)
        await asyncio.sleep(0.5)
    return f"{layers} layers are dry."


@mcp.tool(structured_output=False)
def weld_frame() -> str:
    """Welds a frame; the torch trips the fuse of the workshop."""
    os._exit(70)


@mcp.resource("workshop://hours")
def hours() -> str:
    return "Tuesday to Saturday, 9 to 18"


@mcp.resource("workshop://manual/{model}")
def manual(model: str) -> str:
    if model != "gazelle":
        raise ValueError(f"no manual for {model}")
    return "Oil the chain every 300 km."


@mcp.prompt()
def handover(bike: str) -> str:
    """Text for handing a bicycle over."""
    return f"Explain to the customer what was done on {bike}."


if __name__ == "__main__":
    mcp.run()
