# A team's kanban board. Runs on the FastMCP class of mcp 1.30, Python 3.11: python kanban_board.py
import json
from typing import Any, Literal

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("kanban-board", log_level="ERROR")

COLUMNS = ["Backlog", "In progress", "Review", "Done"]
CARDS: dict[str, dict[str, Any]] = {
    "OPS-12": {"title": "Login fails with HTTP 500 after password reset", "column": "In progress", "assignee": "jana", "labels": ["bug", "error-budget"], "body": "Steps: reset the password, follow the link, log in. Expected: the dashboard. Actual: `Internal Server Error`. Not reproducible on staging."},
    "OPS-14": {"title": "Rotate the certificates of the mail relay", "column": "Done", "assignee": "tomas", "labels": ["security"], "body": "Done on 17 November, no downtime."},
    "OPS-15": {"title": "Retry of aborted uploads", "column": "In progress", "assignee": "priya", "labels": ["blocked"], "body": "Blocked by OPS-12. The storage team rejected our first proposal; the second one waits for an answer."},
    "OPS-18": {"title": "Write the post-mortem of the outage of 9 November", "column": "In progress", "assignee": None, "labels": [], "body": "Outline is in the wiki."},
    "OPS-20": {"title": "Replace the failed disk in node 4", "column": "Review", "assignee": "tomas", "labels": ["hardware"], "body": "Disk arrived, RAID rebuild took 6 h."},
    "OPS-21": {"title": "Nightly report without data on Sundays", "column": "Review", "assignee": "jana", "labels": ["bug"], "body": "Fixed by a new index."},
}


def card_line(key: str) -> str:
    card = CARDS[key]
    return f"| {key} | {card['title']} | {card['assignee'] or '-'} | {', '.join(card['labels'])} |"


def need(key: str) -> dict[str, Any]:
    if key not in CARDS:
        raise ValueError(f"There is no card {key}. Use search_cards to find the right key, for example {next(iter(CARDS))}.")
    return CARDS[key]


@mcp.tool()
def list_boards() -> list[dict[str, Any]]:
    """List the boards of the team"""
    return [{"key": "OPS", "name": "Operations", "cards": 6, "archived": False}, {"key": "MKT", "name": "Marketing", "cards": 0, "archived": True}]


@mcp.tool()
def get_card(key: str) -> str:
    """Show one card"""
    card = need(key)
    return f"# {key}: {card['title']}\n\n**Column:** {card['column']}\n**Assignee:** {card['assignee'] or 'nobody'}\n**Labels:** {', '.join(card['labels']) or 'none'}\n\n{card['body']}"


@mcp.tool()
def search_cards(query: str) -> str:
    """Full-text search over titles and bodies"""
    hits = [key for key, card in CARDS.items() if query.lower() in (card["title"] + card["body"]).lower()]
    if not hits:
        return f'No cards found matching "{query}".'
    return f'Found {len(hits)} card(s) matching "{query}":\n\n' + "\n".join(f"- {key}: {CARDS[key]['title']} ({CARDS[key]['column']})" for key in hits)


@mcp.tool()
def list_cards(column: str) -> str:
    """List the cards of a column as a table"""
    if column not in COLUMNS:
        raise ValueError(f"Unknown column '{column}'. The columns are: {', '.join(COLUMNS)}")
    rows = [card_line(key) for key, card in CARDS.items() if card["column"] == column]
    if not rows:
        return f"Column '{column}' is empty."
    return f"## {column} ({len(rows)})\n\n| Key | Title | Assignee | Labels |\n|---|---|---|---|\n" + "\n".join(rows)


@mcp.tool()
def create_card(title: str, column: str = "Backlog", assignee: str | None = None) -> str:
    """Create a card"""
    if column not in COLUMNS:
        return json.dumps({"success": False, "error": f"Column '{column}' does not exist on board OPS"})
    key = f"OPS-{22 + sum(1 for k in CARDS if int(k[4:]) > 21)}"
    CARDS[key] = {"title": title, "column": column, "assignee": assignee, "labels": [], "body": ""}
    answer: dict[str, Any] = {"success": True, "key": key, "title": title, "column": column, "url": f"https://board.example/c/{key}"}
    if assignee == "tomas":
        answer["warnings"] = ["tomas is absent until 30 November; notifications to him are not delivered before then"]
    return json.dumps(answer)


@mcp.tool()
def move_card(key: str, column: str) -> str:
    """Move a card to another column"""
    if key not in CARDS:
        return f"Error: card {key} not found"
    card = CARDS[key]
    if card["column"] == column:
        return f"{key} is already in '{column}', nothing to do."
    if column == "Review":
        return f"Could not move {key} to 'Review': the WIP limit of the column (2) is reached."
    before, card["column"] = card["column"], column
    return f"Moved {key} from '{before}' to '{column}'."


@mcp.tool()
def add_comment(key: str, text: str) -> dict[str, Any]:
    """Write a comment on a card"""
    need(key)
    return {"id": 5531, "card": key, "author": "assistant", "text": text, "created": "2026-11-20T10:14:00Z"}


@mcp.tool()
def assign_cards(keys: list[str], user: str) -> str:
    """Assign several cards to a person"""
    lines, done = [], 0
    for key in keys:
        if key in CARDS:
            CARDS[key]["assignee"] = user
            done += 1
            lines.append(f"- {key}: assigned")
        else:
            lines.append(f"- {key}: failed (card not found)")
    return f"Assigned {done} of {len(keys)} cards to {user}.\n" + "\n".join(lines)


@mcp.tool()
def archive_done(dry_run: bool = True) -> str:
    """Archive the cards of the column Done"""
    done = [key for key, card in CARDS.items() if card["column"] == "Done"]
    if dry_run:
        return f"[DRY RUN] {len(done)} card(s) would be archived: {', '.join(done)}. No changes were made."
    return f"Archived {len(done)} card(s): {', '.join(done)}."


@mcp.tool()
def card_activity(key: str) -> str:
    """The activity of a card, newest first"""
    need(key)
    if key != "OPS-12":
        return "No activity in the last 30 days."
    return "2026-11-19 16:40  ci        pipeline #8812 failed (unit tests: 2 errors)\n2026-11-19 14:02  priya     review rejected: \"token is never invalidated\"\n2026-11-18 09:31  jana      moved to In progress\n2026-11-17 18:05  bot       reopened, fix did not work in production\n2026-11-12 11:20  jana      closed as cannot reproduce"


@mcp.tool()
def pipeline_status(key: str) -> dict[str, Any]:
    """State of the newest pipeline of the branch that is linked to a card"""
    if key == "OPS-21":
        return {"card": key, "pipeline": 8809, "status": "success", "failed_jobs": 0, "error": None}
    return {"card": key, "pipeline": 8812, "status": "failed", "failed_jobs": 1, "jobs": [{"name": "lint", "status": "success"}, {"name": "unit", "status": "failed", "failure_reason": "script_failure"}, {"name": "deploy", "status": "skipped"}]}


@mcp.tool()
def check_done(key: str) -> str:
    """Check a card against the definition of done"""
    if CARDS[key]["column"] == "Done":
        return json.dumps({"card": key, "passed": True, "violations": []})
    return json.dumps({"card": key, "passed": False, "violations": ["no reviewer has approved", "pipeline is not green", "release note is missing"]})


@mcp.tool()
def import_cards(rows: list[dict[str, str]]) -> str:
    """Import cards from a spreadsheet's rows"""
    errors = [{"row": at + 1, "message": "title must not be empty"} for at, row in enumerate(rows) if not row.get("title")]
    return json.dumps({"total": len(rows), "imported": len(rows) - len(errors), "errors": errors}, indent=2)


@mcp.tool()
def post_to_chat(channel: str, message: str) -> str:
    """Post a message to a channel of the team's chat"""
    if channel == "incidents":
        return "Failed to post message: 404 Client Error: Not Found for url: https://chat.example/hooks/incidents"
    return f"Message posted to #{channel} (ts 1763633651.0042)."


@mcp.tool()
def sprint_report(sprint: int) -> str:
    """Report of a sprint"""
    if sprint > 41:
        return f"Sprint {sprint} has not started yet. Nothing to report."
    return f"# Sprint {sprint}\n\n| | Cards | Points |\n|---|---|---|\n| Committed | 17 | 52 |\n| Completed | 11 | 34 |\n| Not completed | 5 | 15 |\n| Cancelled | 1 | 3 |\n\n**Goal:** not achieved (uploads still abort for files > 2 GB).\n**Failed deployments:** 2 of 9. **Incidents:** 1 (9 November, 47 min).\n\nRetro: too many interruptions, access to the test system was denied for three days."


@mcp.tool()
def velocity(sprint: int) -> dict[str, int]:
    """Points of a sprint"""
    return {40: {"committed": 48, "completed": 46}, 41: {"committed": 52, "completed": 34}}[sprint]


@mcp.tool()
def list_automations() -> str:
    """The automation rules of the board, with their last run"""
    return json.dumps([
        {"id": 1, "rule": "Close stale cards after 60 days", "enabled": True, "last_run": "success", "last_error": None},
        {"id": 2, "rule": "On pipeline failure move card back to In progress", "enabled": True, "last_run": "success", "last_error": None},
        {"id": 3, "rule": "Mail the weekly digest", "enabled": False, "last_run": "error", "last_error": "SMTP 550 mailbox unavailable"},
    ], indent=2)


@mcp.tool()
def run_automation(id: int) -> str:
    """Run an automation rule now"""
    if id == 3:
        return json.dumps({"id": 3, "status": "error", "message": "Rule is disabled. Enable it before running it."})
    return json.dumps({"id": id, "status": "completed", "checked": 6, "changed": 0, "message": "No stale cards found."})


@mcp.tool()
def delete_card(key: str, confirm: bool = False) -> str:
    """Delete a card for good"""
    need(key)
    if not confirm:
        return f"This will permanently delete {key} ({CARDS[key]['title']}). Call delete_card again with confirm=true to go ahead."
    del CARDS[key]
    return f"Deleted {key}."


@mcp.tool()
def get_member(name: str) -> dict[str, Any] | str:
    """Profile of a member of the team"""
    if name == "olaf":
        return {"name": "olaf", "role": "developer", "active": False, "status": "deactivated", "failed_logins": 5, "locked": True}
    return {"name": name, "role": "maintainer", "active": True, "status": "ok", "failed_logins": 0, "locked": False}


@mcp.tool()
def read_attachment(key: str, file: str) -> str:
    """Read a text attachment of a card"""
    if file != "auth.log":
        raise FileNotFoundError(f"{key} has no attachment '{file}'. Attachments: auth.log")
    return "2026-11-12T11:02:09Z INFO  reset requested user=4411\n2026-11-12T11:03:40Z ERROR token lookup failed: connection refused (redis:6379)\n2026-11-12T11:03:40Z ERROR request 9f1c aborted with status 500\n2026-11-12T11:03:58Z WARN  permission denied for user=4411, session invalid\n2026-11-12T11:05:12Z INFO  reset requested user=4411"


@mcp.tool()
def export_board(format: Literal["csv", "json", "markdown"]) -> str:
    """Export the board"""
    if format == "json":
        raise RuntimeError("Something went wrong")
    return "key,title,column\n" + "\n".join(f"{key},{card['title']},{card['column']}" for key, card in CARDS.items())


@mcp.resource("board://ops/policies")
def policies() -> str:
    """The working agreements"""
    return "1. At most two cards in Review.\n2. A failed pipeline stops the line: nobody starts new work.\n3. Errors in production go to the top of the column."


@mcp.prompt()
def standup(member: str) -> str:
    """Prepare the stand-up of a member"""
    return f"Summarise what {member} did yesterday, what is blocked, and which pipelines failed."


if __name__ == "__main__":
    mcp.run()
