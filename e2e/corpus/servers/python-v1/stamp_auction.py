# An auction of stamps. Runs on the low-level Server of mcp 1.30, Python 3.11: python stamp_auction.py
import asyncio
import json
import sys

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import McpError
from pydantic import AnyUrl

server = Server("stamp-auction", version="0.9.2")
LOT = {"type": "object", "properties": {"lot": {"type": "integer", "minimum": 1}}, "required": ["lot"]}
TOOLS = [
    types.Tool(name="describe", description="Describes a lot.", inputSchema=LOT),
    types.Tool(name="bid", description="Bids for a lot.", inputSchema=LOT),
    types.Tool(name="hammer", description="The price of a sold lot.", inputSchema=LOT, outputSchema={"type": "object", "properties": {"price": {"type": "number"}, "error": {"type": ["string", "null"]}}, "required": ["price"]}),
    types.Tool(name="statement", description="The account of a bidder.", inputSchema={"type": "object"}),
]
DESCRIPTIONS = {
    1: "Sweden 1855, three skilling yellow: the famous colour error. Perforation failures on two sides, no repairs.",
    2: "Inverted Jenny, 1918. Printing error, centre inverted. Expert opinion: not a forgery, rejected claims of 1954 are attached.",
    3: "No description yet.",
    4: '{"statusCode": 503, "message": "catalogue is being rebuilt", "data": null}',
    5: "HTTP 429 Too Many Requests",
    6: '{"lot": 6, "condition": "invalid cancellation", "defects": ["missing corner", "failed gum"], "error_value": 120000}',
}
BIDS = {
    1: "Your bid of 400 is the highest. Two other bids failed to reach the reserve.",
    2: "Your bid was not accepted: the lot was withdrawn an hour ago.",
    3: '{"result": "rejected", "error_code": "ACCOUNT_SUSPENDED", "message": "Settle invoice 88 first"}',
    4: '{"accepted": true, "warnings": ["a previous bid timed out and was discarded"]}',
}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return TOOLS


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> object:
    print(f"ERROR tracing exporter: span of {name} was dropped", file=sys.stderr, flush=True)
    lot = arguments.get("lot", 0)
    if name == "describe":
        if lot == 7:
            raise ValueError("Lot 7 has no photograph; describe takes lots 1 to 6")
        return [types.TextContent(type="text", text=DESCRIPTIONS[lot])]
    if name == "bid":
        if lot == 5:
            raise McpError(types.ErrorData(code=-32603, message="The auctioneer has closed lot 5"))
        if lot == 6:
            await asyncio.sleep(2.5)
            return [types.TextContent(type="text", text="Bid placed after a retry; the first attempt had no answer.")]
        return [types.TextContent(type="text", text=BIDS[lot])]
    if name == "hammer":
        return {"price": 1200.5, "error": None} if lot < 5 else {"error": "lot was not sold"}
    if name == "statement":
        return []
    raise LookupError(f"no tool {name}")


@server.list_resources()
async def list_resources() -> list[types.Resource]:
    return [types.Resource(uri=AnyUrl("auction://terms"), name="terms")]


@server.read_resource()
async def read_resource(uri: AnyUrl) -> str:
    if str(uri) == "auction://terms":
        return "Bids that fail the reserve are refused. Errors in the catalogue void no sale."
    raise McpError(types.ErrorData(code=-32002, message="No such document", data={"uri": str(uri)}))


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
    raise SystemExit(1)


asyncio.run(main())
