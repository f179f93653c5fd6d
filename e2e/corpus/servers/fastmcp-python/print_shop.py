# A print shop. Runs on fastmcp 4.1, Python 3.11: python print_shop.py
import asyncio
import json
import sys

from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError, ToolError

mcp = FastMCP("print-shop", version="0.9.1")


@mcp.tool(output_schema=None)
def preflight(job: int) -> str:
    """Checks a job before it is printed."""
    return f"Preflight of job {job}\nERROR p. 3: no bleed\nERROR p. 7: image has 72 dpi\nWARNING: font not embedded\n3 findings, not fit for print."


@mcp.tool(output_schema=None)
def press(name: str) -> str:
    """What a press is doing."""
    if name == "heidi":
        return "Heidi: stopped at 14:02, paper jam in the feeder, operator called."
    if name == "otto":
        return "otto: connect: no route to host"
    raise ToolError(f"There is no press called {name}; there are heidi and otto.")


@mcp.tool(output_schema=None)
def job(number: int) -> str:
    """Looks up a job by its number."""
    if number == 12:
        return json.dumps({"job": 12, "state": "cancelled", "reason": "customer", "spoiled_sheets": 40, "exception": None})
    return f"Job {number}? Not in the book."


@mcp.tool(output_schema=None)
def cancel_job(number: int) -> str:
    """Cancels a job."""
    if number == 12:
        return "Job 12 was cancelled on Monday already."
    return f"Too late to cancel job {number}: it is on the press and will be printed."


@mcp.tool
def submit(files: list[str]) -> dict:
    """Takes files in for printing."""
    refused = [{"file": name, "because": "password protected"} for name in files if name.endswith("locked.pdf")]
    return {"taken": [name for name in files if not name.endswith("locked.pdf")], "refused": refused}


@mcp.tool(output_schema=None)
def quote(job: int) -> str:
    """Quotes a price."""
    if job == 3:
        return "No price today: the paper price list would not load."
    return f"Job {job}: 118.00. Surcharge for late files: 0. Mistakes in your files are charged extra."


@mcp.tool
def ink(colours: list[str]) -> dict:
    """Reads ink levels."""
    levels = {"cyan": {"level": 40}, "yellow": {"level": 0}, "magenta": {"level": None, "problem": "float switch does not answer"}}
    return {colour: levels[colour] for colour in colours}


@mcp.tool(output_schema=None)
def reprint(job: int) -> str:
    """Prints a job again."""
    try:
        raise ConnectionResetError("spooler hung up")
    except OSError as exc:
        return repr(exc)


@mcp.tool
def ship(job: int) -> dict:
    """Hands a job to the courier."""
    if job == 7:
        return {"code": 1, "msg": "courier rejected the address"}
    return {"code": 0, "msg": "ok", "attempts": 2, "failed_attempts": 1}


@mcp.tool(output_schema=None)
def paper(text: str) -> str:
    """Searches the paper catalogue."""
    print("ERROR catalogue: thumbnail 88 is corrupt", file=sys.stderr, flush=True)
    return f'Nothing in the catalogue matches "{text}".'


@mcp.tool(output_schema=None)
async def bind(seconds: float) -> str:
    """Binds a book."""
    await asyncio.sleep(seconds)
    return "Bound. The glue gun refused once and then ran."


@mcp.resource("print://terms")
def terms() -> str:
    """Terms."""
    return "We refuse jobs that break the law. Errors of colour up to delta E 3 are no defect."


@mcp.resource("print://queue")
def queue() -> str:
    """The queue."""
    raise ResourceError("the queue is being rebuilt")


@mcp.prompt
def blurb(title: str) -> str:
    """A text for a cover."""
    return f"Write a blurb for {title}. It must not fail to charm."


mcp.run(show_banner=False)
