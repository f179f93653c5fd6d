"""The kiln shed of a pottery, without an SDK: its tools come in pages, and some of their schemas are wrong."""

import json
import sys


def tool(name, properties, **more):
    schema = {"type": "object", "properties": properties, **more}
    return {"name": name, "description": f"Runs {name} in the kiln shed.", "inputSchema": schema}


PAGES = [
    # All of this is right: a tree of shelves, a default of an enum, a pattern with an escape, a name with a dot.
    [
        tool("load-shelf", {"shelf": {"type": "object", "properties": {"above": {"$ref": "#/properties/shelf"}}}}),
        tool("fire.start", {"cone": {"enum": ["04", "6", "10"], "default": "6"}, "by": {"type": ["string", "null"], "default": None}}),
        tool("find_pot", {"mark": {"type": "string", "pattern": r"^[A-Z]{2}\/\d{3}$"}}),
    ],
    [tool("mix_glaze", {"recipe": {"type": "array", "items": {"$ref": "#/definitions/part"}}}, definitions={"parts": {"type": "string"}})],
    [tool("stack_kiln", {"plan": {"$ref": "#/$defs/plan"}}, **{"$defs": {"plan": {"allOf": [{"$ref": "#/$defs/plan"}]}}})],
    [tool("read_gauge", {"when": {"type": "string", "pattern": "(?P<hour>[0-9]+)h"}})],
    [tool("set_cone", {"cone": {"type": "string", "enum": ["04", "6", "10"], "default": "7"}})],
    [tool("cool/open", {"degrees": {"type": "number"}})],
    [tool("weigh_clay", {"kilos": {"type": "number"}, "bags": {"type": "integer"}}, oneOf=[{"required": ["kilos"]}, {"required": ["bags"]}])],
    [tool("sell_pot", {"price": {"type": "money"}})],
]


def answer(method, params):
    if method == "initialize":
        info = {"name": "kiln-shed", "version": "0.4.0"}
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "ping":
        return {}
    if method == "tools/list":
        page = int(params.get("cursor", "0"))
        more = {"nextCursor": str(page + 1)} if page + 1 < len(PAGES) else {}
        return {"tools": PAGES[page], **more}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": f"{params['name']} is done."}]}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message["method"], message.get("params", {}))
    end = {"result": result} if result is not None else {"error": {"code": -32601, "message": f"Method not found: {message['method']}"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **end}), flush=True)
