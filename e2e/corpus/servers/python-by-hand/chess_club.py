# A chess club's office without an SDK: Python 3.11, the standard library only. Run with `python3 chess_club.py`.
import json
import sys
import threading
import time

KNOWN = ["2024-11-05", "2025-03-26", "2025-06-18"]
LOCK = threading.Lock()
TEXT = {"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}
TOOLS = [
    {"name": "search_games", "description": "Searches the club's games.", "inputSchema": TEXT},
    {"name": "analyse", "description": "Has a position analysed.", "inputSchema": TEXT},
    {"name": "pair", "description": "Pairs the next round.", "inputSchema": {"type": "object", "properties": {"group": {"type": "string"}}, "required": ["group"]}},
]
GAMES = {
    "blunder": "1 game: Weiss-Adler, 22.Qxh7? the error of the evening; the attack failed and Black denied every draw.",
    "grob": "No games found.",
    "endgame": "[]",
    "flagged": '{"lost_on_time":7,"failed_to_appear":2,"invalid_scoresheets":1}',
    "rules": "Illegal move: two minutes for the opponent. A second error loses the game. Phones are forbidden.",
}


def send(message):
    with LOCK:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def text(line, **more):
    return {"content": [{"type": "text", "text": line}], **more}


def analyse(words):
    if words == "mate in five":
        time.sleep(1.2)
        return text("Mate in five: 1.Rd8+. The engine refuted 1.Qe7, which fails.")
    if words == "engine":
        return text("engine process exited with code 139")
    if words == "cloud":
        return text("The cloud engine answered 401 Unauthorized. No analysis was made.")
    if words == "fen":
        return text("Rank 5 of the FEN has 9 squares, 8 are allowed; mend it and ask again.", isError=True)
    return text("+0.3, nothing is lost.")


def pair(group):
    if group == "A":
        return text('{"round":4,"boards":[{"board":1,"result":null,"error":null}],"byes":["Nilsen"]}')
    if group == "B":
        return text('{"round":4,"paired":3,"unpaired":[{"player":"Okoye","error":"already met everyone left"}]}')
    if group == "C":
        return text("Round 4 of group C was not paired: two results of round 3 are missing (boards 2 and 5). Enter them first.", isError=True)
    return text("Group " + group + " has no players, so there is nothing to pair.")


RUN = {
    "search_games": lambda a: text(GAMES.get(a["words"], "0 results")),
    "analyse": lambda a: analyse(a["words"]),
    "pair": lambda a: pair(a["group"]),
}


def call(ident, params):
    tool = next((t for t in TOOLS if t["name"] == params.get("name")), None)
    if tool is None:
        send({"id": ident, "error": {"code": -32602, "message": f"Unknown tool: {params.get('name')}"}})
        return
    key = tool["inputSchema"]["required"][0]
    arguments = params.get("arguments") or {}
    if not isinstance(arguments.get(key), str):
        send({"id": ident, "result": text(f"{tool['name']} needs the argument {key}, a text.", isError=True)})
        return
    send({"id": ident, "result": RUN[tool["name"]](arguments)})


def answer(message):
    ident, method, params = message.get("id"), message.get("method"), message.get("params") or {}
    if ident is None:
        return
    if method == "initialize":
        asked = params.get("protocolVersion")
        send({"id": ident, "result": {
            "protocolVersion": asked if asked in KNOWN else KNOWN[-1],
            "capabilities": {"tools": {}}, "serverInfo": {"name": "chess-club", "version": "0.8.0"}}})
    elif method == "ping":
        send({"id": ident, "result": {}})
    elif method == "tools/list":
        send({"id": ident, "result": {"tools": TOOLS}})
    elif method == "tools/call":
        threading.Thread(target=call, args=(ident, params), daemon=True).start()
    else:
        send({"id": ident, "error": {"code": -32601, "message": f"Method not found: {method}"}})


print("Traceback of the last start: none. ERROR level is shown here, errors so far: 0", file=sys.stderr, flush=True)
for line in sys.stdin:
    if not line.strip():
        continue
    try:
        answer(json.loads(line))
    except json.JSONDecodeError as reason:
        send({"id": None, "error": {"code": -32700, "message": f"Parse error: {reason.msg} at column {reason.colno}"}})
print("ERROR: input closed, the office closes", file=sys.stderr, flush=True)
sys.exit(1)
