# A post office. Runs on fastmcp 3.4, Python 3.11: python post_office.py
# Details of unexpected errors are masked; middleware answers errors of its own.
import asyncio

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.server.middleware.error_handling import ErrorHandlingMiddleware
from mcp.shared.exceptions import McpError
from mcp.types import ErrorData

mcp = FastMCP("post-office", mask_error_details=True)
if "middleware" in __import__("sys").argv:
    mcp.add_middleware(ErrorHandlingMiddleware())


@mcp.tool(output_schema=None)
def postage(grams: int, country: str = "DK") -> str:
    """Price of a letter."""
    if grams > 2000:
        raise ToolError("Letters weigh 2000 g at most; use parcel_price instead.")
    if country == "XX":
        raise KeyError("XX")
    return f"{grams * 0.12:.2f} kr"


@mcp.tool(output_schema=None)
def track(number: str) -> str:
    """Where a parcel is."""
    if number == "RR404DK":
        return "Error 404: parcel not found"
    if number == "RR500DK":
        return '{"errors": [{"message": "upstream depot offline"}], "data": null}'
    return "Delivered. Note: first delivery failed on Monday, address error corrected, delivered on Tuesday."


@mcp.tool(output_schema=None)
def redirect(number: str, street: str) -> str:
    """Redirects a parcel."""
    if number == "LOCKED":
        raise McpError(ErrorData(code=-32000, message="parcel is with the customs"))
    if number == "LATE":
        raise TimeoutError("depot did not answer")
    if number == "BAD":
        raise ValueError("check digit")
    return f"{number} goes to {street}."


@mcp.tool(output_schema=None)
async def sort_mail(bags: int, ctx: Context) -> str:
    """Sorts bags, 0.4 seconds each."""
    for bag in range(bags):
        await ctx.report_progress(bag + 1, bags)
        await asyncio.sleep(0.4)
    return f"{bags} bags sorted, 0 failed"


@mcp.tool(output_schema=None)
async def sign(document: str, ctx: Context) -> str:
    """Asks for a signature."""
    answer = await ctx.elicit(f"Sign {document}?", response_type=None)
    return f"signature: {answer.action}"


@mcp.tool(output_schema=None)
def stamps() -> list[str]:
    """Stamps on sale."""
    return []


@mcp.resource("post://hours")
def hours() -> str:
    return "8 to 17, closed on errors of the clock"


@mcp.resource("post://strike")
def strike() -> str:
    raise RuntimeError("no staff")


@mcp.prompt
def complaint(number: str) -> str:
    """A complaint."""
    return f"Write a complaint about {number}."


if __name__ == "__main__":
    mcp.run(show_banner=False)
