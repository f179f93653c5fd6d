# A laundrette. Runs on the FastMCP class of mcp 1.9.4, Python 3.11: python laundrette.py
import asyncio
import json
import os
import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("laundrette", log_level="ERROR")
MACHINES = {
    1: "Washer 1: cotton 60, 12 minutes left. Nothing in the error log since the service of 3 May.",
    2: "Washer 2 has been out of order since Tuesday (E18, pump blocked). The part arrives on Friday.",
    3: "Washer 3 did not respond within 4 seconds, so I have no reading for you.",
    4: json.dumps({"machine": 4, "state": "idle", "fault_code": 0, "last_fault": "E21 drain failure", "aborted_cycles": 7}),
    5: "Washer 5: wool, 31 minutes left.",
}
TICKETS = {"A-101": "ready", "A-102": "drying", "A-103": "ready"}


@mcp.tool()
def machine(number: int) -> str:
    """What a machine is doing."""
    if number == 8:
        raise ValueError("dryer numbers start at 20; washers are 1 to 5")
    return MACHINES.get(number, f"This shop has no machine {number}.")


@mcp.tool()
def ticket(code: str) -> str:
    """Looks up a laundry ticket."""
    print(f"ERROR ticket reader: worn magnetic strip on {code}, fell back to keypad", file=sys.stderr, flush=True)
    if code not in TICKETS:
        return json.dumps({"ticket": code, "found": False})
    return json.dumps({"ticket": code, "found": True, "state": TICKETS[code], "complaint": None, "error": None})


@mcp.tool()
def start(number: int, programme: str) -> str:
    """Starts a machine."""
    if number == 1:
        return "Washer 1 is already running that programme, there was nothing to start."
    if number == 4:
        return json.dumps({"started": False, "door": "open"})
    if number == 5:
        return "Card declined. The wash has not begun and no money was taken."
    raise RuntimeError("interlock")


@mcp.tool()
def hand_out(codes: list[str]) -> str:
    """Marks laundry as handed out."""
    if not codes:
        return "No tickets, nothing handed out."
    lines = [f"{code}: handed out" if TICKETS.get(code) == "ready" else f"{code}: still in the dryer, stays here" for code in codes]
    return "\n".join(lines)


@mcp.tool()
def stain_guide(text: str) -> str:
    """Searches the stain guide."""
    return f"0 of 63 entries mention {text}."


@mcp.tool()
def day(date: str) -> str:
    """The report of a day."""
    return f"{date}: 88 cycles, 5 aborted, 2 refunds refused, 1 failed coin test, takings 412.50. Signed off."


@mcp.tool()
def text_customer(code: str) -> str:
    """Sends a text message to a customer."""
    return "sms-relay: 402 Payment Required (account is out of credit)"


@mcp.tool()
async def tumble(seconds: float) -> str:
    """Runs a dryer."""
    await asyncio.sleep(seconds)
    return "Dry. The timeout of the lint alarm was reset twice."


@mcp.tool()
def reboot_panel() -> str:
    """Restarts the control panel."""
    os._exit(3)


@mcp.resource("wash://house-rules")
def house_rules() -> str:
    """House rules."""
    return "Refunds are refused without a receipt. If a machine fails mid-cycle, press the red button. No dogs."


@mcp.prompt()
def apology(customer: str) -> str:
    """A letter to a customer."""
    return f"Write to {customer}: we are sorry that the wash failed."


mcp.run()
