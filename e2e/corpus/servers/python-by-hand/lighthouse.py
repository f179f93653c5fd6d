# A lighthouse that speaks 2026-07-28 without any SDK, and gets much of it wrong. Python 3.11: python lighthouse.py
import json
import sys

META = "io.modelcontextprotocol/"
INFO = {"_meta": {META + "serverInfo": {"name": "lighthouse", "version": "0.3"}}}
CACHE = {"ttlMs": 1000, "cacheScope": "private"}
LAMP = {"name": "lamp", "description": "Works the lamp.", "inputSchema": {"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]}}


def text(value: str, error: bool = False) -> dict:
    return {"content": [{"type": "text", "text": value}], **({"isError": True} if error else {})}


def done(result: dict, **more: object) -> dict:
    return {"result": {**result, "resultType": "complete", **INFO, **more}}


def fail(code: int, message: str, data: object = None) -> dict:
    return {"error": {"code": code, "message": message, **({} if data is None else {"data": data})}}


ORDERS = {
    "light": done(text("Lit. Range 18 miles, visibility error below 1 %.")),
    "bare": {"result": {**text("Lit."), **INFO}},
    "odd": done(text("Lit."), resultType="lit"),
    "unnamed": {"result": {**text("Lit."), "resultType": "complete"}},
    "ask": {"result": {"resultType": "input_required", **INFO}},
    "form": {"result": {"resultType": "input_required", "requestState": "s1", "inputRequests": {"a": {"method": "elicitation/create", "params": {"mode": "form", "message": "Which colour?", "requestedSchema": {"type": "object", "properties": {}}}}}, **INFO}},
    "capability": fail(-32021, "elicitation is needed"),
    "capability-text": done(text("MCP error -32021: the client lacks the capability elicitation", error=True)),
    "url": fail(-32042, "open the keeper's page", {"elicitations": [{"mode": "url", "url": "https://keeper.example/", "elicitationId": "1", "message": "Log in"}]}),
    "reserved": fail(-32050, "The bulb is burnt out"),
    "dark": done(text("Lamp: not lit. Reason: GET http://bulb.local/on returned 503")),
}


def call(params: dict) -> dict:
    if params.get("name") != "lamp":
        return fail(-32601, f"no tool {params.get('name')}")
    return ORDERS[params["arguments"]["order"]]


def read(uri: str) -> dict:
    if uri == "light://log":
        return done({"contents": [{"uri": uri, "text": "02:10 fog, nothing failed"}]}, **CACHE)
    if uri == "light://fog":
        return done({"contents": []}, **CACHE)
    return fail(-32002, "Resource not found", {"uri": uri})


def serve(method: str, params: dict) -> dict:
    version = params.get("_meta", {}).get(META + "protocolVersion")
    if version == "1.0.0":
        return fail(-32022, "Unsupported protocol version")
    if method == "server/discover":
        return done({"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}, "resources": {}}}, **CACHE)
    if method == "tools/list":
        return done({"tools": [LAMP]}, **CACHE)
    if method == "resources/list":
        return done({"resources": [{"uri": "light://log", "name": "log"}]})
    if method == "resources/templates/list":
        return done({"resourceTemplates": []}, **CACHE)
    if method == "tools/call":
        return call(params)
    if method == "resources/read":
        return read(params["uri"])
    if method == "ping":
        return done({})
    return fail(-32601, "Method not found")


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        answer = serve(message["method"], message.get("params") or {})
        if message.get("params", {}).get("arguments", {}).get("order") == "ask":
            print(json.dumps({"jsonrpc": "2.0", "id": "k1", "method": "roots/list"}), flush=True)
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
