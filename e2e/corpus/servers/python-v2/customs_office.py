# A customs office. Runs on the MCPServer class of mcp 2.3, Python 3.11: python customs_office.py
import json
import sys

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel

mcp = MCPServer("customs-office", version="7.1.2", log_level="ERROR")


class Risk(BaseModel):
    declaration: str
    score: int
    channel: str
    hits: list[str] = []
    errors: list[str] = []


class Release(BaseModel):
    declaration: str
    released: bool
    code: str | None = None
    detail: str | None = None


DECLARATIONS = {
    "26DE4810": {"mrn": "26DE4810", "status": "REJECTED", "reason": {"code": "C0117", "text": "commodity code does not match the description of the goods"}, "declarant": "Hafen Logistik KG", "items": 3, "amended_by": "26DE4822", "rejected_at": "2026-05-02T10:12:00Z"},
    "26DE4822": {"mrn": "26DE4822", "status": "RELEASED", "reason": None, "declarant": "Hafen Logistik KG", "items": 3, "duty": 1284.10, "invalidated": False, "released_at": "2026-05-02T15:47:31Z"},
    "26DE4839": {"mrn": "26DE4839", "status": "DETAINED", "reason": {"code": "S21", "text": "suspected counterfeit trainers, 1,140 pairs"}, "declarant": "Blue Parcel Ltd", "items": 1, "right_holder_informed": True, "objection": None},
    "26DE4851": {"mrn": "26DE4851", "status": "ERROR_CORRECTION", "reason": {"code": "M04", "text": "trader notified us of a wrong invoice total"}, "declarant": "Kettler Wines", "items": 12, "duty": 0, "guarantee": "insufficient since 2026-05-03"},
}
TARIFF = {
    "2204": """2204  Wine of fresh grapes, including fortified wines; grape must other than that of heading 2009

| Code | Description | Duty |
|---|---|---|
| 2204 10 11 | Champagne | 32 EUR/hl |
| 2204 21 06 | Wine with protected designation, in bottles of 2 l or less | 13.1 EUR/hl |
| 2204 30 10 | Grape must in fermentation, or with fermentation arrested otherwise than by adding alcohol | 32 % |

Exclusions: wine unfit for human consumption (heading 2209), denatured wine. Not applicable to samples of no value. A wrong code leads to rejection of the declaration.""",
    "9503": """9503  Tricycles, scooters, pedal cars; dolls; other toys; puzzles of all kinds

| Code | Description | Duty |
|---|---|---|
| 9503 00 21 | Dolls representing only human beings | 4.7 % |
| 9503 00 70 | Other toys, put up in sets or outfits | 4.7 % |
| 9503 00 99 | Other | free |

Toys without the CE mark are prohibited and are refused at the border. Broken or incomplete articles are classified as complete.""",
    "9705": "9705  Collections and collectors' pieces of archaeological, historical or zoological interest. Duty: free. No licence, no quota, no anti-dumping measures.",
}
NOTICES = {
    "2026-14": """# Notice 2026-14: outage of the transit system

On Sunday 10 May from 02:00 to 06:00 the transit system will be unavailable. Declarations sent in that time fail with code 9003 and must be sent again; they are not queued. The fallback procedure (paper, stamp "NCTS down") is permitted. Known error: the time-out page may show "500 Internal Server Error".""",
    "2026-11": """# Notice 2026-11: withdrawn

This notice was withdrawn on 28 April because of an error in section 3. It has no effect. See 2026-14.""",
}
CASES = {
    "P-88": """Penalty case P-88, Blue Parcel Ltd
Facts: seal 4471 broken, 40 cartons missing on arrival; driver failed to report at the office of transit.
Statement of the company: denied. The company says that the scanner in Aachen was out of order.
Decision of 4 May: fine of EUR 3,200. Objection rejected on 8 May. Appeal not yet possible.""",
    "P-91": """Penalty case P-91, private traveller
Facts: 12 kg of cheese not declared, refused to open the boot.
Decision: case closed without a fine, goods destroyed. Nothing further to do.""",
}


@mcp.tool(structured_output=False)
def declaration(mrn: str) -> str:
    """A customs declaration with its status."""
    if mrn not in DECLARATIONS:
        return json.dumps({"error": "NOT_FOUND", "message": f"No declaration with MRN {mrn}"})
    return json.dumps(DECLARATIONS[mrn], indent=2)


@mcp.tool(structured_output=False)
def tariff(heading: str) -> str:
    """A heading of the tariff."""
    if heading not in TARIFF:
        raise ToolError(f"heading {heading} is not loaded here; loaded are {', '.join(TARIFF)}")
    return TARIFF[heading]


@mcp.tool(structured_output=False)
def search_declarations(status: str = "", declarant: str = "") -> str:
    """Searches declarations."""
    found = [d for d in DECLARATIONS.values() if status in d["status"] and declarant in str(d["declarant"])]
    if not found:
        return "No declarations match your filter."
    return "\n".join(f"{d['mrn']}  {d['status']:<16}  {d['declarant']}" for d in found)


@mcp.tool(structured_output=False)
def validate_xml(message: str) -> str:
    """Validates a message against the rules of the data model."""
    if message == "IE515":
        return "IE515 is well-formed. 212 rules checked, 0 violations, 1 warning (R0021: optional weight missing)."
    return """IE507 is INVALID. 212 rules checked, 3 violations:
  line 41   error  C0411: <grossMass> must not be smaller than <netMass>
  line 77   error  R0364: country code 'UK' unknown, use 'GB'
  line 103  error  R0988: document reference missing
The message would be rejected by the gateway."""


@mcp.tool()
def risk_check(mrn: str) -> Risk:
    """Runs the risk rules over a declaration."""
    print(f"WARN risk: rule set 118 failed to load for {mrn}, set 117 is used", file=sys.stderr, flush=True)
    if mrn == "26DE4839":
        return Risk(declaration=mrn, score=91, channel="red", hits=["brand watch list", "false weight in 2 earlier declarations", "denied party (fuzzy, 0.71)"])
    return Risk(declaration=mrn, score=4, channel="green")


@mcp.tool()
def release(mrn: str) -> Release:
    """Releases goods."""
    if mrn == "26DE4851":
        return Release(declaration=mrn, released=False, code="G12", detail="guarantee does not cover the duty")
    return Release(declaration=mrn, released=True)


@mcp.tool(structured_output=False)
def calculate_duty(code: str, value: float) -> str:
    """Calculates duty and import tax."""
    if code.startswith("9705"):
        return f"{code}: customs value {value:.2f}, duty 0.00, import tax {value * 0.07:.2f} (reduced). Without form 0450 the reduction is refused and the full rate applies."
    return f"{code}: customs value {value:.2f}, duty {value * 0.047:.2f}, import tax {value * 1.047 * 0.19:.2f}."


@mcp.tool(structured_output=False)
def exchange_rate(currency: str) -> str:
    """The customs exchange rate of a currency."""
    if currency == "JPY":
        return "HTTP 502 Bad Gateway: upstream rates.zoll.example did not answer"
    return f"1 EUR = 1.0842 {currency} (valid for May 2026; the rate of the 29 April was missing and was replaced)"


@mcp.tool(structured_output=False)
def queue(lane: str) -> str:
    """Lorries that wait."""
    lanes = {
        "A": "Lane A: 14 lorries, 40 min. Barrier failed at 06:10, opened by hand since 06:25.",
        "B": "Lane B: no lorries are waiting.",
        "C": "Lane C: closed (scanner defective, technician refused access by site security until 14:00). Use A.",
    }
    return lanes[lane]


@mcp.tool(structured_output=False)
def assign_inspections(inspections: dict[str, str]) -> str:
    """Assigns inspections to officers."""
    done = [mrn for mrn, officer in inspections.items() if officer != "Yilmaz"]
    lines = [f"Assigned {len(done)} of {len(inspections)} inspections."]
    for mrn, officer in inspections.items():
        lines.append(f"{mrn} -> {officer}" if mrn in done else f"{mrn}: skipped, {officer} is on leave until Monday")
    return "\n".join(lines)


@mcp.tool(structured_output=False)
def penalty_case(number: str) -> str:
    """The file of a penalty case."""
    if number not in CASES:
        raise LookupError(number)
    return CASES[number]


@mcp.tool(structured_output=False)
def notice(number: str) -> str:
    """A notice to traders."""
    return NOTICES[number]


@mcp.tool(structured_output=False)
def print_seal_label(seal: str) -> str:
    """Prints a label for a seal."""
    if seal == "4480":
        return "Printer zebra-2 reports: out of paper. Label 4480 was not printed."
    return f"Label {seal} printed on zebra-1 (zebra-2 is out of paper)."


@mcp.tool(structured_output=False)
def notify_traders(mrns: list[str]) -> str:
    """Sends the decision to traders."""
    rows = [{"mrn": mrn, "status": 422 if mrn == "26DE4839" else 202, "detail": "mailbox of the trader is full" if mrn == "26DE4839" else "accepted"} for mrn in mrns]
    return json.dumps({"results": rows})


@mcp.tool(structured_output=False)
def scan_result(container: str) -> str:
    """What the X-ray scan of a container shows."""
    if container == "MSKU771":
        return "MSKU771: no anomalies. No weapons, no drugs, no radiation. Image quality poor in the upper third (detector row 12 fails)."
    if container == "TGHU118":
        return "Sorry, I was unable to retrieve the scan of TGHU118 from the archive."
    raise MCPError(code=-32011, message=f"scanner archive refuses {container}: owner is another office")


@mcp.tool(structured_output=False)
def delete_draft(id: str) -> str:
    """Deletes a draft."""
    return {"D-1": "Draft D-1 deleted. It had 4 unresolved errors.", "D-2": "Draft D-2 did not exist any more; nothing to delete."}[id]


@mcp.tool(structured_output=False)
def journal(day: str, level: str = "") -> str:
    """Lines of the gateway's journal."""
    lines = [
        "06:00:01 INFO  gateway up, version 7.1.2",
        "06:10:44 ERROR barrier-A: motor current too high, emergency stop",
        "07:31:09 WARN  IE507 from Kettler Wines rejected (C0411, R0364)",
        "08:02:57 FATAL ncts-bridge: java.net.SocketTimeoutException: Read timed out",
        "08:03:20 INFO  ncts-bridge restarted, 0 messages lost",
    ]
    kept = [line for line in lines if level in line]
    return "\n".join(kept) if kept else f"No lines with level {level} on {day}."


@mcp.tool(structured_output=False)
def statistics(week: int) -> str:
    """Figures of a week as CSV."""
    return f"""week,declared,released,rejected,detained,invalid,failed_messages,appeals_denied
{week},1840,1771,41,9,19,3,2
{week - 1},1766,1712,37,4,13,0,1"""


@mcp.tool(structured_output=False)
def simulate_decision(mrn: str, decision: str) -> str:
    """Shows what a decision would cause, without taking it."""
    return f"Simulation for {mrn}, decision '{decision}': the goods would be refused entry, the guarantee of EUR 900 would be forfeited and the trader would be notified. No change was made."


@mcp.tool(structured_output=False)
def consignments(port: str) -> str:
    """Consignments at a port as CSV."""
    states = ["released", "under control", "released", "seized", "rejected", "released", "expired", "abandoned"]
    goods = ["tiles", "tea", "bicycle parts", "fireworks", "toner", "olive oil", "timber"]
    rows = [f"{port}-{700 + i},{goods[i % 7]},{1200 + 37 * i},{states[i % 8]},{'E' if i % 8 == 4 else ''}" for i in range(24)]
    return "id,goods,kg,state,flag\n" + "\n".join(rows)


@mcp.tool(structured_output=False)
def import_manifest(lines: list[str]) -> str:
    """Imports the lines of a manifest."""
    bad = [line for line in lines if line.endswith("?")]
    report = [f"Manifest 118: {len(lines) - len(bad)} of {len(lines)} lines imported."]
    report += [f"  {line.split(';')[0]}: weight is not a number, line dropped" for line in bad]
    return "\n".join(report)


@mcp.tool(structured_output=False)
def handbook(chapter: str) -> str:
    """A chapter of the handbook for officers."""
    return """# 6. When an inspection goes wrong

## 6.1 The scanner

If the scanner does not respond, do not restart it while a lorry is inside. Message *Interlock open* means that a door is not shut. Message *Dose limit exceeded* stops the shift: leave the hall, call radiation protection on 4410. In 2025 there were 11 faults and no accident.

## 6.2 The trader

A trader who refuses to open a package commits an offence, but may not be forced. Note the refusal, the time and two witnesses. A false declaration is not yet fraud: errors of up to 5 % in weight are tolerated, a missing invoice may be handed in within 3 days.

## 6.3 The system

| Message | Cause | Do |
|---|---|---|
| 401 Unauthorized | card expired | renew it at the front desk |
| 9003 Transit unavailable | central outage | use the paper form |
| Declaration not found | typing error in 8 of 10 cases | check the MRN |
| Duplicate key | sent twice | ignore the second one |

## 6.4 Complaints

Nobody is turned away. Rejected complaints are archived for ten years, unanswered ones are reported to the head of the office every Friday. Last Friday: none."""


@mcp.tool(structured_output=False)
def opening(office: str) -> str:
    """When an office is open."""
    return f"{office}: Monday to Friday 06:00 to 22:00, Saturday 08:00 to 12:00."


@mcp.resource("customs://opening-hours")
def opening_hours() -> str:
    """Opening hours."""
    return "Monday to Friday 06:00 to 22:00. No entry after 21:30. If the ticket machine is out of order, ring the bell. Cash is not accepted."


@mcp.resource("customs://duty-roster")
def duty_roster() -> str:
    """Who is on duty."""
    raise OSError("roster share is not mounted")


@mcp.prompt()
def rejection_letter(mrn: str) -> str:
    """A letter that rejects a declaration."""
    return f"Write a polite rejection for {mrn}. State the error, the code and the time limit."


mcp.run()
