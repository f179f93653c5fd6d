# A tea shop that speaks JSON-RPC without any SDK, and breaks its envelope in many ways. Python 3.11: python tea_shop.py
import json
import sys
import threading

PROMPTS = [{"name": "greeting"}, {"name": "menu"}]
WAYS = "hot null list content-null content-text untyped iserror-text misspelt both neither float text-error mute text-id lost twice old glued pretty anonymous slow silent fine"
BREW = {"name": "brew", "description": "Brews tea.", "inputSchema": {"type": "object", "properties": {"way": {"type": "string", "enum": WAYS.split()}}, "required": ["way"]}}
CUP = {"content": [{"type": "text", "text": "A cup of Assam."}]}
lock = threading.Lock()


def write(message: object, indent: int | None = None) -> None:
    with lock:
        print(json.dumps(message, indent=indent), flush=True)


def answer(id: object, **members: object) -> dict:
    return {"jsonrpc": "2.0", "id": id, **members}


RESULTS = {
    "hot": CUP,
    "fine": {"content": [], "structuredContent": {"cups": 0, "error": None}},
    "null": None,
    "list": [CUP],
    "content-null": {"content": None},
    "content-text": {"content": "A cup of Assam."},
    "untyped": {"content": [{"text": "A cup of Assam."}]},
    "iserror-text": {"content": [{"type": "text", "text": "The kettle is empty."}], "isError": "true"},
    "misspelt": {"content": [{"type": "text", "text": "The kettle is empty, fill it first."}], "is_error": True},
}
ERRORS = {
    "float": {"code": -32000.5, "message": "half a cup"},
    "text-error": "the pot is broken",
    "mute": {"code": -32603},
}


def brew(id: object, way: str) -> None:
    if way in RESULTS:
        write(answer(id, result=RESULTS[way]))
    elif way in ERRORS:
        write(answer(id, error=ERRORS[way]))
    elif way == "both":
        write(answer(id, result=CUP, error={"code": -32603, "message": "spilled"}))
    elif way == "neither":
        write(answer(id))
    elif way == "text-id":
        write(answer(str(id), result=CUP))
    elif way == "lost":
        write(answer(9000, result=CUP))
    elif way == "twice":
        write(answer(id, result=CUP))
        write(answer(id, result=CUP))
    elif way == "old":
        write({"jsonrpc": "1.0", "id": id, "result": CUP})
    elif way == "glued":
        with lock:
            print(json.dumps(answer(id, result=CUP)) + json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}), flush=True)
    elif way == "pretty":
        write(answer(id, result=CUP), indent=1)
    elif way == "anonymous":
        write(answer(None, error={"code": -32600, "message": "Who asked for this cup?"}))
    elif way == "slow":
        threading.Timer(3.0, lambda: write(answer(id, result=CUP))).start()


def serve(message: dict) -> None:
    method, id, params = message.get("method"), message.get("id"), message.get("params") or {}
    if id is None:
        return
    if method == "initialize":
        write(answer(id, result={"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {"listChanged": True}, "prompts": {}, "resources": {}}, "serverInfo": {"name": "tea-shop", "version": "1"}}))
    elif method == "tools/list":
        write(answer(id, result={"tools": [BREW]}))
    elif method == "prompts/list":
        write(answer(id, result={"prompts": PROMPTS}))
    elif method == "prompts/get":
        messages = "Good morning!" if params["name"] == "greeting" else [{"role": "user", "content": "Read the menu."}]
        write(answer(id, result={"messages": messages}))
    elif method == "resources/list":
        write(answer(id, result={"resources": [{"uri": "tea://stock", "name": "stock"}]}))
    elif method == "resources/read":
        write(answer(id, result={"contents": [{"uri": params["uri"], "text": "The stock room is locked."}], "isError": True}))
    elif method == "resources/templates/list":
        write(answer(id, result={"resourceTemplates": None}))
    elif method == "ping":
        write(answer(id, result={}))
    elif method == "tools/call" and params.get("name") == "brew":
        brew(id, params["arguments"]["way"])
    else:
        write(answer(id, error={"code": -32601, "message": f"Method not found: {method}"}))


for line in sys.stdin:
    serve(json.loads(line))
