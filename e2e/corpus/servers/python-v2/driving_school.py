# A driving school. Runs on the MCPServer class of mcp 2.3, Python 3.11: python driving_school.py
# It ends with code 1 whenever its stdin is closed.
import asyncio
import sys

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel

mcp = MCPServer("driving-school", version="3.2.0")


class Lesson(BaseModel):
    pupil: int
    day: str
    booked: bool
    note: str | None = None
    warnings: list[str] = []


class Mock(BaseModel):
    passed: bool
    errors: int
    allowed: int
    critical: list[str]


@mcp.tool(structured_output=False)
def pupil(number: int) -> str:
    """The card of a pupil."""
    if number == 31:
        return "Pupil 31, Okafor: failed the theory test twice, passed on 4 April. Reversing: 3 errors. Motorway not allowed yet."
    if number == 44:
        raise LookupError("cards from 40 to 49 are in the branch office, ask there")
    return f"Nobody is enrolled under number {number}."


@mcp.tool()
def book(pupil: int, day: str) -> Lesson:
    """Books a lesson."""
    if day == "monday":
        return Lesson(pupil=pupil, day=day, booked=False, note="Mr Brandt is off sick")
    return Lesson(pupil=pupil, day=day, booked=True, warnings=["provisional licence expires in 20 days"])


@mcp.tool()
def mock_test(pupil: int) -> Mock:
    """Marks a mock test."""
    return Mock(passed=False, errors=14, allowed=10, critical=["ignored a stop sign"])


@mcp.tool(structured_output=False)
def check_papers(pupil: int) -> str:
    """Checks whether the papers of a pupil are complete."""
    return "Checked 5 documents. 2 problems: eye test missing; photo too old (invalid since March). Not ready for registration."


@mcp.tool(structured_output=False)
def call_off(days: list[str]) -> str:
    """Calls lessons off."""
    if days == ["friday"]:
        return "Friday had been called off before. No change."
    if not days:
        return "[]"
    if "tuesday" in days:
        return '{"called_off": ["wednesday"], "kept": [{"day": "tuesday", "why": "less than 24 hours to go"}]}'
    return '{"called_off": ["thursday", "saturday"], "kept": [], "fees_refused": 0}'


@mcp.tool(structured_output=False)
def exam_dates(centre: str) -> str:
    """Asks the examination office for dates."""
    if centre == "north":
        return "<html><head><title>504 Gateway Time-out</title></head><body>nginx</body></html>"
    if centre == "south":
        return '{"centre": "south", "dates": [], "total": 0}'
    if centre == "west":
        raise MCPError(code=-32050, message="office closed for stocktaking until 9 June")
    raise ToolError(f"'{centre}' is no centre of ours. Use north, south or west.")


@mcp.tool(structured_output=False)
def vehicle(plate: str) -> str:
    """Where a car of the school is."""
    if plate == "DS 7":
        return "DS 7: yard, fuel 60 %, two scratches, warning lamp off, no defects reported."
    if plate == "DS 8":
        return "tracker offline"
    return f"unknown plate {plate}"


@mcp.tool(structured_output=False)
def send_invoice(pupil: int) -> str:
    """Sends an invoice by mail."""
    return "I tried to send the invoice but the mail server turned it away (550 no such user)."


@mcp.tool(structured_output=False)
async def drive(seconds: float) -> str:
    """Waits until a car is back."""
    print("WARNING telemetry: 3 packets lost", file=sys.stderr, flush=True)
    await asyncio.sleep(seconds)
    return "Back in the yard. Stalled 4 times, no accident."


@mcp.resource("school://terms")
def terms() -> str:
    """Terms of business."""
    return "A lesson that fails to start within 15 minutes is free. Errors in invoices: tell us within 30 days."


@mcp.resource("school://timetable")
def timetable() -> str:
    """The timetable."""
    raise OSError("timetable is being rewritten")


@mcp.prompt()
def report(pupil: str) -> str:
    """A report on a pupil."""
    return f"Write a report on {pupil}. Name the errors kindly."


mcp.run()
sys.exit(1)
