# A dental practice. Runs on the FastMCP class of mcp 1.30, Python 3.11: python dental_practice.py
import json
import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("dental-practice", log_level="ERROR")

PATIENTS = {
    1043: """# Patient 1043: Ilse Brandhuber (born 1961)

**Medical history:** hypertension, penicillin allergy (anaphylactic reaction 1998), no anticoagulants.

| Date | Tooth | Treatment | Remark |
|---|---|---|---|
| 2025-02-11 | 36 | root canal, first sitting | file separated in the mesial canal, could not be bypassed |
| 2025-02-25 | 36 | root canal, second sitting | failed, persistent apical lesion |
| 2025-04-02 | 36 | extraction | healing without complications |
| 2026-01-14 | 35-37 | bridge | cemented, bite corrected |

Next recall: July 2026.""",
    1077: """# Patient 1077: Oskar Lindqvist (born 2014)

Refused treatment on 3 March and again on 10 March (would not open his mouth). Mother was present and did not consent to sedation. Caries on 54 and 55 not treated. Referred to the children's clinic; no answer from them yet.""",
    1102: """# Patient 1102: Rosa Teixeira (born 1987)

No medical findings. No allergies known. Prophylaxis every 6 months, last one on 2026-02-19: pockets 2 to 3 mm, bleeding index 8 %. No treatment needed.""",
    1120: """# Patient 1120: Gerald Ashworth (born 1949)

Account blocked by the front desk since January: three invoices unpaid (RE-5512, RE-5540, RE-5561), dunning level 3. Direct debit of 12 February returned by the bank ("insufficient funds"). Emergency treatment only. Dentures: lower partial broken at the clasp, repaired 2025-11-06.""",
}
SHEETS = {
    "2026-03-12": """2026-03-12, Dr Okonjo, room 2
08:00  Brandhuber   check-up            done
08:30  Teixeira     prophylaxis         no-show (second time, fee charged)
09:15  Ashworth     denture pressure    done
10:00  Lindqvist    filling 54          cancelled by the mother
10:45  Marchetti    crown 26            aborted: impression failed twice, new date 26 March
12:00  break
13:00  Vasquez      emergency           done, referred to hospital
14:30  Petrov       implant check       rejected by insurer, patient pays privately
7 booked, 3 done, 4 not as planned.""",
    "2026-03-15": "2026-03-15 is a Sunday. The practice is closed, nothing is booked.",
}
DEVICES = {
    "autoclave-1": {"device": "autoclave-1", "state": "ok", "last_cycle": 2214, "last_error": "E07 door seal (2026-02-27, resolved)", "failed_cycles_this_year": 3, "next_service": "2026-05-04"},
    "chair-2": {"device": "chair-2", "state": "fault", "online": False, "fault": {"code": "E14", "text": "suction pump overload", "since": "2026-03-11T16:20:00"}, "technician": "ordered for 2026-03-13"},
    "opg": {"device": "opg", "state": "locked", "reason": "constancy test overdue by 2 days", "radiation": "disabled", "operator": "Haas"},
}
MESSAGES = {
    "M-301": """From: Mail Delivery System
To: reception@zahn-am-markt.example
Subject: Undelivered Mail Returned to Sender

This is the mail system. I'm sorry to have to inform you that your message could not be delivered to one or more recipients.
<p.marchetti@example.org>: host mx.example.org said: 550 5.1.1 User unknown (in reply to RCPT TO command)""",
    "M-302": """From: Claims department, Merkur Health Insurance
Subject: Your claim 2026-0218-77 (Petrov)

We regret that we are unable to approve the treatment plan of 18 February. An implant in region 46 is excluded by the tariff of your patient. An appeal must reach us within 30 days. Rejected amount: EUR 2,140.00.""",
    "M-303": """From: Dental lab Körner
Subject: Bridge 35-37 Brandhuber

The framework is ready and passed our own fit test. Unfortunately the courier failed to find your entrance on Tuesday, so it goes out again tomorrow. Nothing is missing.""",
}
GUIDES = {
    "autoclave": """# Autoclave: what to do when a cycle fails

1. Error E07: the door seal is dirty. Wipe it with distilled water and repeat the cycle.
2. Error E12: timeout in the vacuum phase. Check the filter. Never release instruments of an aborted cycle.
3. If the Bowie-Dick test fails twice, take the device out of service and call the manufacturer.

Release is denied unless indicator, print-out and signature are present.""",
    "anaphylaxis": """# Anaphylaxis

Stop, call 112, adrenaline 0.5 mg i.m. If there is no response after 5 minutes, repeat. Airway failure: see page 4. Do not leave the patient alone. Expired kit? Replace on the spot.""",
    "root-canals": """# Root canal treatment: our standard

This page is for dentists and assistants. It was revised in January after the audit, which found no serious errors.

## Before

Sensitivity test, X-ray not older than six months, consent form. A patient who declines the rubber dam is not treated. If the test is negative on all four neighbours, repeat it: a flat battery gives false negatives.

## During

1. Access cavity, magnification 8x. Calcified canals that cannot be found within 20 minutes are referred.
2. Working length with the apex locator. "ERR" on its display means a wet clip, not a perforation.
3. Files are used three times at most. A separated instrument is documented and the patient is informed, also if it was bypassed.
4. Rinse: sodium hypochlorite 3 %. An accident with it is an emergency (see page *anaphylaxis* for the kit).

## After

Pain for three days is normal and no failure of the treatment. Antibiotics are not indicated without fever or swelling. Check-up after 6 and 12 months.

| Outcome after 12 months | 2024 | 2025 |
|---|---:|---:|
| Healed | 88 % | 91 % |
| Uncertain | 7 % | 5 % |
| Failed | 3 % | 3 % |
| Did not attend | 2 % | 1 % |

Failed cases are discussed on the first Monday of the month. No blame, no names.""",
}
LOGS = {
    "sterilisation": """cycle  date        programme   result   released by
2209   2026-03-09  134 B       passed   Haas
2210   2026-03-09  134 B       passed   Haas
2211   2026-03-10  134 B       FAILED   - (wet load, not released)
2212   2026-03-10  Bowie-Dick  FAILED   - (repeat test ordered)
2213   2026-03-10  Bowie-Dick  passed   Okonjo
2214   2026-03-11  134 B       passed   Haas""",
    "access": """2026-03-11 07:58:02 INFO  login haas ok
2026-03-11 08:03:44 WARN  login temp1 failed: wrong password (1 of 5)
2026-03-11 08:03:59 ERROR login temp1 denied: account expired 2026-02-28
2026-03-11 12:40:10 ERROR backup-agent: connection refused 10.0.4.7:8443, retry in 60 s
2026-03-11 12:41:12 INFO  backup-agent: 4.1 GB written""",
    "payments": "",
}


@mcp.tool(structured_output=False)
def find_patient(query: str) -> str:
    """Searches patients by name."""
    if query == "Teix":
        return json.dumps({"query": query, "count": 1, "patients": [{"number": 1102, "name": "Rosa Teixeira", "born": 1987}]})
    return json.dumps({"query": query, "count": 0, "patients": []})


@mcp.tool(structured_output=False)
def patient_record(number: int) -> str:
    """The record of a patient as markdown."""
    if number not in PATIENTS:
        raise ValueError(f"there is no patient {number}; use find_patient to get a number")
    return PATIENTS[number]


@mcp.tool(structured_output=False)
def day_sheet(date: str) -> str:
    """The appointments of a day."""
    return SHEETS[date]


@mcp.tool()
def book(patient: int, slot: str, kind: str) -> dict:
    """Books an appointment."""
    if slot == "2026-03-19T14:30":
        return {"success": False, "message": "The slot was taken by somebody else while the booking was being saved. Please choose another one."}
    warnings = ["open balance of EUR 412.80, dunning level 3", "consent form expired"] if patient == 1120 else []
    return {"success": True, "ref": "A-2340" if patient == 1120 else "A-2339", "patient": patient, "slot": slot, "kind": kind, "warnings": warnings, "error": None}


@mcp.tool(structured_output=False)
def cancel_appointment(ref: str, reason: str = "") -> str:
    """Cancels an appointment."""
    if ref == "A-2291":
        return "Could not cancel A-2291: it is already marked as attended."
    return f"Appointment {ref} cancelled, slot released. The no-show fee was not charged. Note: the reminder SMS of Monday had failed, so the patient may not know of the date."


@mcp.tool(structured_output=False)
def check_cover(patient: int, position: str) -> str:
    """Asks the insurer whether a position of the fee schedule is covered."""
    print(f"ERROR insurer-gateway: certificate expires in 9 days, patient {patient}", file=sys.stderr, flush=True)
    if patient == 1120:
        return """Cover request for patient 1120, position 2210

  attempt 1  503 Service Unavailable  2.1 s
  attempt 2  503 Service Unavailable  2.0 s
  attempt 3  503 Service Unavailable  5.0 s

The portal of the insurer did not answer, so the cover is not known. Call them on +49 30 5550 119 if it is urgent."""
    if position == "9000":
        return f"Patient {patient}, position 9000 (implant): NOT covered. Reason: excluded by tariff ZB-3. Co-payment 100 %. Appeal possible: no."
    return f"Patient {patient}, position {position}: covered at 75 %, no waiting period, no prior approval required."


@mcp.tool(structured_output=False)
def send_reminders(patients: list[int]) -> str:
    """Sends reminders by SMS."""
    if not patients:
        return "No patients were given, so there was nothing to send."
    reached = [number for number in patients if number != 1077]
    failed = [{"patient": 1077, "reason": "number is not in service"}] if 1077 in patients else []
    return json.dumps({"requested": len(patients), "sent": reached, "failed": failed})


@mcp.tool(structured_output=False)
def order_supplies(items: dict[str, int]) -> str:
    """Orders supplies."""
    lines = ["Order PO-771 sent to Dentaline."]
    for item, amount in items.items():
        lines.append(f"- {item}: not ordered, the article was discontinued" if item == "composite A2" else f"- {item}: {amount} ordered, delivery Thursday")
    return "\n".join(lines)


@mcp.tool(structured_output=False)
def xray_report(image: str) -> str:
    """Describes an X-ray image of the archive."""
    try:
        if image == "OPG-0991":
            raise OSError("unexpected end of file while reading pixel data")
        return "OPG-0987: 28 teeth present, 18 and 48 missing, 38 impacted. Periapical lucency at 36 (failed root filling). Sinus unremarkable. No fracture. Artefact in region 12, image quality adequate."
    except OSError as error:
        return f"Error processing {image}: {error}"


@mcp.tool(structured_output=False)
def device_status(device: str) -> str:
    """The state of a device."""
    return json.dumps(DEVICES[device], indent=2)


@mcp.tool(structured_output=False)
def read_message(id: str) -> str:
    """A message of the inbox."""
    if id not in MESSAGES:
        raise ValueError(f"message {id} was archived; the inbox holds {', '.join(MESSAGES)}")
    return MESSAGES[id]


@mcp.tool(structured_output=False)
def guide(topic: str) -> str:
    """A page of the handbook."""
    return GUIDES[topic]


@mcp.tool(structured_output=False)
def show_log(name: str, limit: int = 50) -> str:
    """The last lines of a log."""
    return "\n".join(LOGS[name].splitlines()[:limit])


@mcp.tool(structured_output=False)
def validate_claims(month: str) -> str:
    """Checks the claims of a month without sending them."""
    problems = [{"claim": "2026-0218-77", "code": "F12", "text": "tooth number missing"}, {"claim": "2026-0221-03", "code": "F40", "text": "signature invalid"}]
    return json.dumps({"month": month, "checked": 41, "valid": False, "errors": problems})


@mcp.tool(structured_output=False)
def submit_claims(month: str, dry_run: bool = False) -> str:
    """Sends the claims of a month to the clearing house."""
    if dry_run:
        return f"Dry run for {month}: 39 claims would be sent, 2 would be rejected by the clearing house (F12, F40). Nothing was submitted."
    return json.dumps({"status": "error", "code": "CARD_ABSENT", "message": "The signature card of the practice is not inserted. No claim has left the building."})


@mcp.tool(structured_output=False)
def interactions(drugs: list[str]) -> str:
    """Looks for interactions between drugs."""
    if "warfarin" in drugs:
        return "1 serious interaction: ibuprofen + warfarin. Risk of bleeding, combination not recommended. Metamizole may be denied by the hospital pharmacy. Alternative: paracetamol up to 3 g."
    return "No interactions found between the 2 drugs given."


@mcp.tool(structured_output=False)
def month_figures(month: str) -> str:
    """Figures of a month."""
    return f"""## Figures of {month}

| Figure | Value | Previous month |
|---|---:|---:|
| Appointments | 612 | 588 |
| No-shows | 31 | 44 |
| Failed direct debits | 9 | 6 |
| Rejected claims | 14 (EUR 6,320) | 11 |
| Complaints | 2 | 0 |
| Treatment errors reported | 0 | 1 |

Error rate of claims: 3.4 %. Target missed (3.0 %)."""


@mcp.tool(structured_output=False)
def recall_list(month: str) -> str:
    """Patients who are due."""
    return "[]" if month == "2026-08" else json.dumps([{"number": 1043, "last": "2026-01-14", "reached": False, "attempts": 3, "result": "no answer"}, {"number": 1102, "last": "2026-02-19", "reached": True, "attempts": 1, "result": "declined"}])


@mcp.tool(structured_output=False)
def appointments(week: int, dentist: str = "") -> str:
    """The appointments of a week as JSON."""
    states = ["done", "done", "cancelled", "done", "no_show", "done", "rejected_by_insurer", "done", "aborted", "planned"]
    names = ["Abel", "Brandhuber", "Cho", "Dumitru", "Eriksen", "Farouk", "Gallo"]
    rows = [{"ref": f"A-{2280 + i}", "patient": names[i % 7], "dentist": ["Okonjo", "Weiss"][i % 2], "state": states[i % 10], "error": None} for i in range(18)]
    kept = [row for row in rows if dentist in str(row["dentist"])]
    return json.dumps({"week": week, "total": len(kept), "appointments": kept})


@mcp.tool(structured_output=False)
def price_list() -> str:
    """Prices for private patients."""
    return "Prophylaxis: EUR 110\nFilling, one surface: EUR 95\nCrown, zirconia: EUR 870\nBleaching: EUR 390\nNight guard: EUR 310"


@mcp.resource("practice://emergency-plan")
def emergency_plan() -> str:
    """What to do if the power fails."""
    return "If the power fails: stop all drills, finish by hand. If the phone fails: use the mobile in drawer 3. The server must not be restarted; an error there is no emergency."


@mcp.prompt()
def letter(patient: str, subject: str) -> str:
    """A letter to a patient."""
    return f"Write a letter to {patient} about {subject}. Do not say that we failed."


mcp.run()
