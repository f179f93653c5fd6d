# A seed bank whose author answers requests by hand and prints to stdout. Runs on the low-level Server of mcp 1.30,
# Python 3.11: python seed_bank.py
import asyncio
import traceback

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import McpError
from pydantic import AnyUrl

print("*** Seed bank 0.9 — vault temperature -18 °C ***", flush=True)
server = Server("seed-bank")
ACCESSIONS = {"TRI-001": "Triticum monococcum, 4200 seeds", "HOR-017": "Hordeum vulgare, 310 seeds"}
BY_ID = {"type": "object", "properties": {"accession": {"type": "string"}}, "required": ["accession"]}
TOOLS = [
    types.Tool(name="find", description="Looks up an accession.", inputSchema=BY_ID),
    types.Tool(name="germinate", description="Result of a germination test.", inputSchema=BY_ID),
    types.Tool(name="withdraw", description="Takes seeds out of the vault.", inputSchema={"type": "object", "properties": {"accession": {"type": "string"}, "seeds": {"type": "integer"}}, "required": ["accession", "seeds"]}),
    types.Tool(name="audit", description="Audits shelves.", inputSchema={"type": "object", "properties": {"shelves": {"type": "array", "items": {"type": "string"}}}}),
]


def text(value: str, error: bool = False) -> types.ServerResult:
    return types.ServerResult(types.CallToolResult(content=[types.TextContent(type="text", text=value)], isError=error))


def refuse(code: int, message: str, data: object = None) -> McpError:
    return McpError(types.ErrorData(code=code, message=message, data=data))


def germinate(accession: str) -> types.ServerResult:
    if accession == "HOR-017":
        try:
            return text(f"{310 / 0} percent")
        except ZeroDivisionError:
            return text(traceback.format_exc(), error=True)
    if accession == "OLD-000":
        return text("Error", error=True)
    if accession == "DRY-404":
        return types.ServerResult(types.CallToolResult(content=[], isError=True))
    return text("Test of 3 March: 92 of 100 germinated, 8 failed.")


def withdraw(accession: str, seeds: int) -> types.ServerResult:
    if seeds > 5000:
        raise refuse(1000, "Withdrawal exceeds the quota of the institute")
    if seeds > 1000:
        raise refuse(-32001, f"Only 310 seeds of {accession} are left")
    if seeds > 500:
        raise refuse(-32603, "robot arm jammed at shelf 7")
    if seeds == 0:
        raise refuse(-32602, "seeds must be at least 1")
    if seeds < 0:
        raise refuse(-32600, "A withdrawal cannot be negative")
    return text(f"Withdrew {seeds} seeds of {accession}.")


async def call_tool(request: types.CallToolRequest) -> types.ServerResult:
    name, arguments = request.params.name, request.params.arguments or {}
    print(f"[seed-bank] tool {name} {arguments}", flush=True)
    if name == "find":
        found = ACCESSIONS.get(arguments["accession"])
        return text(found) if found else text(f"Accession {arguments['accession']} not found")
    if name == "germinate":
        return germinate(arguments["accession"])
    if name == "withdraw":
        return withdraw(arguments["accession"], arguments["seeds"])
    if name == "audit":
        shelves = arguments.get("shelves", [])
        return text("\n".join(f"{s}: {'FAILED, label unreadable' if s == 'C' else 'ok'}" for s in shelves) or "0 shelves audited, 0 errors")
    raise refuse(-32601, f"Tool {name} not found")


async def read_resource(request: types.ReadResourceRequest) -> types.ServerResult:
    if str(request.params.uri) == "seed://map":
        return types.ServerResult(types.ReadResourceResult(contents=[types.TextResourceContents(uri=AnyUrl("seed://map"), text="A B C D")]))
    return types.ServerResult(types.ReadResourceResult(contents=[]))


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return TOOLS


@server.list_resources()
async def list_resources() -> list[types.Resource]:
    return [types.Resource(uri=AnyUrl("seed://map"), name="map")]


server.request_handlers[types.CallToolRequest] = call_tool
server.request_handlers[types.ReadResourceRequest] = read_resource


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(main())
