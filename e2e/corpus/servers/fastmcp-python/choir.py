# A choir's archive: a quiet server, in which nothing fails. Runs on fastmcp 4.1, Python 3.11: python choir.py
from fastmcp import FastMCP

mcp = FastMCP("choir-archive", version="2.0.0")
NOTES = {
    "rehearsal": "Bar 12: altos failed to enter twice, third time fine. Error in the tenor score, page 4, corrected by hand.",
    "letter": "Dear members, unfortunately the hall said no at first; the refusal was withdrawn on Monday. We sing on the 12th.",
    "exception": "Exception to the rule: guests may sing from the balcony.",
    "forbidden": "Forbidden Fruit, madrigal for five voices, 404 bars, first printed in 1503.",
    "timeout": "Time out: the choir pauses from 1 to 31 July.",
    "code": "try: sing() except ValueError: print('Error: wrong key') # from the programme notes about music and code",
}


@mcp.tool(output_schema=None)
def note(name: str) -> str:
    """A note of the archive."""
    return NOTES[name]


@mcp.tool(output_schema=None)
def scores(composer: str) -> list[dict]:
    """Scores of a composer, with their state."""
    known = {"Byrd": [{"title": "Mass", "status": "missing pages", "errors": 2}, {"title": "Ave verum", "status": "ok", "errors": 0}]}
    return known.get(composer, [])


@mcp.tool
def attendance(day: str) -> dict:
    """Who came, and who did not."""
    return {"day": day, "present": 31, "absent": 4, "failed": [], "error": None, "success": True}


@mcp.tool(output_schema=None)
def vote(question: str) -> str:
    """Result of a vote."""
    return '{"question": "Buy new gowns?", "accepted": false, "yes": 9, "no": 22}'


@mcp.tool(output_schema=None)
def log(lines: int) -> str:
    """The last lines of the archive's log."""
    rows = ["2026-10-01 ERROR scanner jammed", "2026-10-01 INFO scanner cleared", "2026-10-02 WARN paper low", "2026-10-03 FATAL disk replaced"]
    return "\n".join(rows[:lines])


@mcp.resource("choir://statutes")
def statutes() -> str:
    return "Members who fail to pay are denied a vote. Appeals are not found in these statutes."


@mcp.prompt
def apology(to: str) -> str:
    """An apology for an error in the programme."""
    return f"Write to {to}: we are sorry for the error, an unknown printer failed us."


if __name__ == "__main__":
    mcp.run(show_banner=False)
