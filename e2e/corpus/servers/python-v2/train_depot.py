# A train depot. Runs on the low-level Server of mcp 2.3, Python 3.11: python train_depot.py
import asyncio

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

SCHEMA = {"type": "object", "properties": {"train": {"type": "string"}}, "required": ["train"]}
TOOLS = [
    types.Tool(name="position", description="Where a train stands.", input_schema=SCHEMA),
    types.Tool(name="wash", description="Washes a train.", input_schema=SCHEMA),
    types.Tool(name="couple", description="Couples trains.", input_schema={"type": "object", "properties": {"trains": {"type": "array", "items": {"type": "string"}}}, "required": ["trains"]}, output_schema={"type": "object", "properties": {"length": {"type": "integer"}}, "required": ["length"]}),
]


def text(value: str, error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=value)], is_error=error)


async def list_tools(ctx: ServerRequestContext, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=TOOLS)


async def call_tool(ctx: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
    arguments = params.arguments or {}
    if params.name == "position":
        if arguments["train"] == "IC 7":
            print("debug: track sensor 7 read", flush=True)
        return text({"IC 5": "Track 4. Delay 0, faults: none, last error cleared 05:10.", "IC 7": "Track 1."}[arguments["train"]])
    if params.name == "wash":
        if arguments["train"] == "IC 9":
            await asyncio.sleep(3600)
        if arguments["train"] == "IC 8":
            raise MCPError(code=-32004, message="washing hall is closed until 06:00")
        if arguments["train"] == "IC 7":
            return text("Unable to wash IC 7: HTTP 403 Forbidden from the hall controller")
        return text("The brushes are worn out; call maintenance before washing.", error=True)
    if params.name == "couple":
        trains = arguments["trains"]
        if len(trains) == 1:
            return types.CallToolResult(content=[types.TextContent(text="a single train")], structured_content={"length": "one"})
        if not trains:
            return text("nothing to couple")
        return types.CallToolResult(content=[types.TextContent(text=f"{len(trains)} coupled")], structured_content={"length": len(trains)})
    raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown tool: {params.name}")


server = Server("train-depot", version="1.0.4", on_list_tools=list_tools, on_call_tool=call_tool)


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(main())
