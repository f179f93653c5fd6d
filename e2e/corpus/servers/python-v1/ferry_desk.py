# The desk of a ferry line. Runs on the low-level Server of mcp 1.30, Python 3.11: python ferry_desk.py
import asyncio
import json

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import McpError
from pydantic import AnyUrl

server = Server("ferry-desk", version="2.4.1")
ROUTES = {"north": {"piers": ["Skagen", "Laeso"], "minutes": 90}, "south": {"piers": ["Korsor", "Nyborg"], "minutes": 75}}
TEXT = {"type": "string"}
TOOLS = [
    types.Tool(name="departures", description="Next departures of a route.", inputSchema={"type": "object", "properties": {"route": {"type": "string", "enum": ["north", "south", "east"]}}, "required": ["route"], "additionalProperties": False}),
    types.Tool(name="capacity", description="Free places on a departure.", inputSchema={"type": "object", "properties": {"departure": TEXT}, "required": ["departure"]}, outputSchema={"type": "object", "properties": {"cars": {"type": "integer"}, "persons": {"type": "integer"}}, "required": ["cars", "persons"]}),
    types.Tool(name="book", description="Books a place.", inputSchema={"type": "object", "properties": {"departure": TEXT, "length": {"type": "number", "minimum": 1, "maximum": 18}}, "required": ["departure", "length"]}),
    types.Tool(name="wait_for_tide", description="Waits for the tide.", inputSchema={"type": "object", "properties": {"seconds": {"type": "number"}}}),
    types.Tool(name="harbour_notice", description="Notice of a harbour.", inputSchema={"type": "object", "properties": {"harbour": TEXT}, "required": ["harbour"]}),
]


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return TOOLS


def notice(harbour: str) -> str:
    if harbour == "Skagen":
        return "Notice 14: engine failure of M/S Freja on 2 May was repaired. No errors were found in the inspection of 9 May. Berth 3 denied to lorries."
    if harbour == "Laeso":
        return json.dumps({"status": "error", "message": "notice board of Laeso answered 404"})
    if harbour == "Korsor":
        return "Permission denied: your desk may not read notices of Korsor."
    return "No notices."


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> object:
    if name == "departures":
        if arguments["route"] == "east":
            return [types.TextContent(type="text", text="[]")]
        route = ROUTES[arguments["route"]]
        return [types.TextContent(type="text", text=json.dumps([{"from": route["piers"][0], "at": "08:15"}, {"from": route["piers"][0], "at": "12:40"}]))]
    if name == "capacity":
        if arguments["departure"] == "23:59":
            return {"cars": "none"}
        if arguments["departure"] == "24:00":
            return [types.TextContent(type="text", text="There is no departure at midnight.")]
        return {"cars": 12, "persons": 140}
    if name == "book":
        if arguments["departure"] == "08:15":
            raise McpError(types.ErrorData(code=-32050, message="The departure at 08:15 is fully booked; the next free one is 12:40"))
        if arguments["departure"] == "10:00":
            raise RuntimeError("SMTP server refused the confirmation letter")
        return [types.TextContent(type="text", text=f"Booked {arguments['length']} m at {arguments['departure']}. Reference FD-20931.")]
    if name == "wait_for_tide":
        await asyncio.sleep(arguments.get("seconds", 1))
        return [types.TextContent(type="text", text="High water.")]
    if name == "harbour_notice":
        return [types.TextContent(type="text", text=notice(arguments["harbour"]))]
    raise ValueError(f"Unknown tool: {name}. Tools: {', '.join(tool.name for tool in TOOLS)}")


@server.list_resources()
async def list_resources() -> list[types.Resource]:
    return [types.Resource(uri=AnyUrl("ferry://timetable"), name="timetable"), types.Resource(uri=AnyUrl("ferry://fares"), name="fares")]


@server.read_resource()
async def read_resource(uri: AnyUrl) -> str:
    if str(uri) == "ferry://timetable":
        return "north 08:15 12:40, south 09:00 13:30"
    if str(uri) == "ferry://fares":
        raise OSError("fares.db is locked")
    raise McpError(types.ErrorData(code=-32002, message="Resource not found", data={"uri": str(uri)}))


@server.list_prompts()
async def list_prompts() -> list[types.Prompt]:
    return [types.Prompt(name="announcement", arguments=[types.PromptArgument(name="route", required=True)])]


@server.get_prompt()
async def get_prompt(name: str, arguments: dict | None) -> types.GetPromptResult:
    if name != "announcement":
        raise McpError(types.ErrorData(code=types.INVALID_PARAMS, message=f"Unknown prompt: {name}"))
    if not arguments or "route" not in arguments:
        raise McpError(types.ErrorData(code=types.INVALID_PARAMS, message="Prompt announcement needs the argument route"))
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=types.TextContent(type="text", text=f"Announce the delay of the route {arguments['route']}."))])


@server.set_logging_level()
async def set_level(level: str) -> None:
    return None


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(main())
