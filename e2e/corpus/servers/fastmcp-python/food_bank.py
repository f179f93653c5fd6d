# A food bank. Runs on fastmcp 2.14, Python 3.11: python food_bank.py
import asyncio
import sys

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("food-bank")


@mcp.tool(output_schema=None)
def shelf(item: str) -> str:
    """How much of an item is left."""
    stock = {
        "tomatoes": "Tinned tomatoes: 0 left, sold out of donations since Monday. Next delivery Thursday.",
        "rice": "Rice: 61 bags. 2 bags discarded (weevils). No shortage.",
        "milk": "Sorry! The stock sheet is locked by another user, try again later.",
    }
    if item not in stock:
        raise ToolError(f"We do not keep {item}. We keep: {', '.join(stock)}.")
    return stock[item]


@mcp.tool
def household(number: int) -> dict:
    """Looks up a household by its number."""
    if number == 212:
        return {"number": 212, "people": 4, "allergies": [], "last_visit": "2026-05-02", "refused": 0, "error": ""}
    return {"household": None, "message": "number is not on file"}


@mcp.tool(output_schema=None)
def hand_over(items: list[str]) -> str:
    """Hands items over to a household."""
    if "baby formula" in items:
        return "Handed over: rice, oil. The baby formula stayed behind because its cupboard is locked and the key is with Jo."
    if not items:
        return "An empty basket, so nothing was handed over."
    return f"Handed over all {len(items)} items. Missing: none. Rejected: none."


@mcp.tool(output_schema=None)
def inspect(delivery: str) -> str:
    """Inspects a delivery."""
    return f"Inspection of {delivery}: 40 crates, 3 rejected, 1 mislabelled. Cause: cooling failure in the lorry (9 °C). Report filed."


@mcp.tool(output_schema=None)
def enrol(name: str) -> str:
    """Enrols a household."""
    if name == "Amira":
        return "Amira's household is on the list already (212). No second entry was made."
    if name == "Tomasz":
        return '{"result": "error", "message": "postcode outside our district"}'
    raise KeyError(name)


@mcp.tool(output_schema=None)
def fridge(room: str) -> str:
    """The temperature of a fridge."""
    return {"cellar": "cellar: 4.1 °C (alarm threshold 7, alarms today: 0)", "van": "-- no signal --"}[room]


@mcp.tool(output_schema=None)
def label(text: str) -> str:
    """Prints a label."""
    print(f"label queue: 1 job ({text})", flush=True)
    return "Out of labels. Put in a new roll and print again."


@mcp.tool
def record_donation(what: str, kilos: float) -> dict:
    """Books a donation in."""
    if what == "yoghurt":
        return {"recorded": False, "cause": "best-before date lies in the past"}
    return {"recorded": True, "kilos": kilos, "cause": None}


@mcp.tool
def week() -> dict:
    """The tally of a week."""
    return {"visits": 120, "no_shows": 9, "errors": 3, "failed_deliveries": 2, "complaints": []}


@mcp.tool(output_schema=None)
def find_helper(skill: str) -> list:
    """Searches for helpers with a skill."""
    return []


@mcp.tool(output_schema=None)
async def sort_crates(seconds: float) -> str:
    """Sorts crates."""
    print("WARN: sorter v0 is deprecated and will fail in 2027", file=sys.stderr, flush=True)
    await asyncio.sleep(seconds)
    return "Sorted 12 crates, skipped 1 that was empty."


@mcp.resource("food://hygiene")
def hygiene() -> str:
    """Rules of hygiene."""
    return "Access denied to anyone with a fever. An error in the fridge log is reported at once."


@mcp.resource("food://rota/{day}")
def rota(day: str) -> str:
    """Who works on a day."""
    if day == "sunday":
        raise ValueError("no rota is written for Sundays")
    return f"{day}: Jo, Sam. Nobody cancelled."


@mcp.prompt
def thanks(donor: str) -> str:
    """A letter of thanks."""
    return f"Thank {donor}. Do not mention the failed freezer."


mcp.run(show_banner=False)
