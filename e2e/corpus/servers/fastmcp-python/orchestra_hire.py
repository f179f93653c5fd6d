# Hire of instruments and parts for orchestras. Runs on fastmcp 4.1, Python 3.11: python orchestra_hire.py
import json
from datetime import date

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("orchestra-hire", version="1.9.0")

CONDITION = {
    "TMP-04": """# Condition report TMP-04, timpani (set of 4, Adams)

Inspected by J. Reyes on return from the Lakeside Festival.

- 23": calf head torn along 4 cm, **unusable**, replaced by plastic head.
- 26": tuning gauge off by a third; pedal slips (spring broken).
- 29": no defects.
- 32": dent in the bowl near lug 5, already noted in 2023. Two lugs missing.

The hirer denies the damage. Deposit of EUR 600 withheld until the insurer has decided. Crate lost one castor in transit.""",
    "HRP-01": """# Condition report HRP-01, pedal harp (Salvi)

Regulated on 3 June. All 47 strings in place, none false. Pedal C buzzes in the flat position: the felt is worn, not an error of regulation. Cracks in the soundboard: none visible. Fit for hire.""",
    "CEL-02": """# Condition report CEL-02, celesta (Schiedmayer)

Withdrawn from hire. Dampers 14 to 22 stuck, F#5 dead, transport case condemned after water damage. Repair refused by the workshop as uneconomic (quote: EUR 7,900). Insurance claim rejected on 2 April, appeal lodged.""",
}
HIRES = [
    {"contract": "H-2207", "item": "TMP-04", "customer": "Lakeside Festival", "status": "overdue", "days_late": 6, "deposit": "withheld"},
    {"contract": "H-2211", "item": "HRP-01", "customer": "Ensemble Nord", "status": "active", "days_late": 0, "deposit": "paid"},
    {"contract": "H-2214", "item": "CBS-07", "customer": "Youth Orchestra Oss", "status": "cancelled", "days_late": 0, "deposit": "refunded"},
    {"contract": "H-2219", "item": "GNG-01", "customer": "Theatre Royal", "status": "payment_failed", "days_late": 0, "deposit": "declined by the bank"},
]
PARTS = {
    "Mahler 6": """Symphony no. 6 in A minor, edition of 1998, set B

| Part | Copies | State |
|---|---:|---|
| Violin I | 9 | complete |
| Violin II | 8 | desk 3 missing page 41 |
| Viola | 6 | bowings erased badly, readable |
| Horns 1-8 | 8 | horn 5 lost by the last hirer, reprint ordered |
| Hammer | 1 | wrong edition (third blow not printed) |

Errata of the publisher: 112 errors, list enclosed.""",
    "Enigma": """Variations on an Original Theme, op. 36

Score and parts complete, 28 desks of strings. No cuts, no corrections, nothing missing on return. Variation XIII: the clarinet solo carries the pencil note "do not rush, you failed in Leeds".""",
    "Unanswered": "The Unanswered Question, for trumpet, four flutes and strings. 6 minutes. The trumpet gets no answer: the last call of bar 60 stays without a response. Set complete.",
}
MAIL = {
    1: """From: Ensemble Nord
Our harpist is ill and the concert of the 14th is cancelled. We cannot use the harp and must refuse delivery. Could you waive the fee? If not possible, we shall pay half.""",
    2: """From: noreply@carrier.example
SUBJECT: Delivery exception, consignment 88-4410

Status: DELIVERY FAILED (attempt 2 of 3)
Reason: consignee closed
Next action: a third attempt is planned for tomorrow 08:00-12:00. If it fails, the goods return to the depot.""",
    3: """From: support@booking-widget.example
Incident report 14 June: between 09:12 and 09:40 UTC our API answered 500 for 31 % of requests. Root cause: a certificate that was not renewed. No data was lost. Resolved.""",
}


@mcp.tool(output_schema=None)
def search_stock(text: str) -> str:
    """Searches instruments in stock."""
    if text == "timpani":
        return "TMP-02  timpani, set of 4 (Yamaha)   free\nTMP-04  timpani, set of 4 (Adams)    under repair\nTMP-05  timpani, set of 5 (Hardtke)  free"
    if text == "glass harmonica":
        return "Nothing in our stock matches 'glass harmonica'. Did you mean glockenspiel?"
    return "0 items"


@mcp.tool(output_schema=None)
def condition_report(item: str) -> str:
    """The last condition report of an instrument."""
    if item not in CONDITION:
        raise ToolError(f"no condition report for {item} yet; reports exist for {', '.join(sorted(CONDITION))}")
    return CONDITION[item]


@mcp.tool
def contracts(status: str | None = None) -> list[dict]:
    """Contracts, if asked for only those of a status."""
    return [hire for hire in HIRES if status is None or hire["status"] == status]


@mcp.tool
def availability(item: str, day: date) -> dict:
    """Whether an instrument is free on a day."""
    if item == "HRP-01":
        return {"item": item, "day": day.isoformat(), "available": False, "conflict": "H-2211", "alternatives": ["HRP-03"]}
    return {"item": item, "day": day.isoformat(), "available": True, "conflict": None, "alternatives": []}


@mcp.tool(output_schema=None)
def reserve(item: str, day: date, customer: str) -> str:
    """Reserves an instrument."""
    if item == "HRP-01":
        return json.dumps({"success": False, "error": {"code": "CONFLICT", "message": "HRP-01 is on hire until 20 June (H-2211)"}, "reservation": None})
    if item == "CEL-02":
        return "Sorry, CEL-02 can't be reserved: it was withdrawn from hire."
    return json.dumps({"success": True, "reservation": "R-518", "item": item, "customer": customer, "warnings": ["transport not booked yet", "customer has 1 unpaid invoice"]})


@mcp.tool(output_schema=None)
def return_items(contract: str, items: list[str]) -> str:
    """Takes instruments back."""
    lines = [f"Return of {contract}"]
    for item in items:
        if item == "STD-112":
            lines.append("  x STD-112  barcode belongs to another hire firm, left on the ramp and not booked in")
        else:
            lines.append(f"  v {item}  booked in" + (", scratched, repair ticket opened" if item == "BOW-31" else ""))
    return "\n".join(lines)


@mcp.tool(output_schema=None)
def transport_quote(origin: str, destination: str, items: list[str]) -> str:
    """Asks the carriers for a quote."""
    if destination == "Reykjavik":
        return "None of the three carriers could be reached (connection timed out after 30 s each), so there is no quote."
    return f"""Quotes {origin} to {destination}, {len(items)} items:
- Stagehaul: EUR 480, tail lift, climate control
- Klaviertrans: EUR 610, next day
- Roadcase Express: declined (fully booked that week)
Cheapest: Stagehaul."""


@mcp.tool(output_schema=None)
def parts_list(work: str) -> str:
    """The parts of a work in our library."""
    return PARTS[work]


@mcp.tool(output_schema=None)
def tuning_check(instrument: str) -> str:
    """Compares recorded notes of an instrument with its tuning."""
    rows = {"HRP-01": "47 strings: 47 within 3 cents. 0 failures.", "CEL-02": "61 notes: 50 pass, 10 out of tune, 1 no sound (F#5). Result: FAIL"}
    return f"Tuning check {instrument}, A = 442 Hz\n{rows[instrument]}"


@mcp.tool(output_schema=None)
def charge_card(contract: str, amount: float) -> str:
    """Charges the card of a customer."""
    if contract == "H-2219":
        return "Payment declined by the issuer (code 51, insufficient funds). EUR 150.00 not charged."
    if contract == "H-2207":
        return '{"type": "error", "error": {"type": "card_error", "code": "expired_card", "message": "Your card has expired."}}'
    return f"EUR {amount:.2f} charged for {contract}. The first attempt timed out, the second went through; only one charge was made."


@mcp.tool(output_schema=None)
def read_mail(number: int) -> str:
    """A mail of the inbox."""
    if number not in MAIL:
        raise KeyError(number)
    return MAIL[number]


@mcp.tool(output_schema=None)
def email_customers(template: str, contracts: list[str]) -> dict:
    """Sends a mail to customers."""
    skipped = [contract for contract in contracts if contract == "H-2214"]
    return {"template": template, "total": len(contracts), "delivered": len(contracts) - len(skipped), "bounced": len(skipped), "bounces": [{"contract": contract, "smtp": "550 mailbox unavailable"} for contract in skipped]}


@mcp.tool(output_schema=None)
def check_insurance(item: str, country: str) -> str:
    """Whether the insurance covers an instrument in a country."""
    if country == "CH":
        return f"{item} is not covered in CH: the policy excludes countries outside of the EU. A rider costs EUR 35 per week."
    return f"{item} is covered in {country} up to EUR 40,000. Not insured: wear, strings, loss from unlocked vehicles."


@mcp.tool(output_schema=None)
def workshop_board() -> str:
    """Repair tickets of the workshop."""
    return """#311  BOW-12  rehair            done
#312  TMP-04  torn head         blocked: part out of stock at the maker
#313  CEL-02  dampers           rejected
#314  HRN-09  valve stuck       failed first repair, reopened
#315  CBS-07  crack in the rib  waiting for glue
5 tickets, 1 done, 0 critical errors"""


@mcp.tool(output_schema=None)
def sync_calendar(dry_run: bool = True) -> str:
    """Compares contracts with the shared calendar and corrects it."""
    if dry_run:
        return "DRY RUN, nothing written. 3 entries would be added, 1 would be deleted (H-2214, cancelled), 1 cannot be matched (H-1998, unknown customer)."
    try:
        raise PermissionError("403: the service account has no write access to calendar 'Hire'")
    except PermissionError as error:
        return f"Calendar sync failed: {error}"


@mcp.tool(output_schema=None)
def annual_report(year: int) -> str:
    """Figures of a year."""
    return f"""# Hire report {year}

We closed 412 contracts, 9 fewer than the year before. **Losses:** 2 bows stolen, 1 gong destroyed by fire. **Disputes:** 7, of which 3 were lost in court. **Late returns:** 31 (8 %).

The online shop was unavailable for 14 hours in March after a failed update; 22 orders were lost and could not be recovered. Card payments: 1,204 accepted, 57 declined, 4 charged back.

What went well: no accidents, no injuries, no complaint about the new flight cases."""


@mcp.tool(output_schema=None)
def blacklist(name: str) -> str:
    """Whether a customer is barred from hire."""
    return f"{name} is not on the list." if name != "Brass Monkeys" else "Brass Monkeys: BARRED since 2024. Access to the store denied. Reason: fraud, false address, unpaid invoices."


@mcp.tool(output_schema=None)
def inventory(section: str) -> str:
    """The inventory of a section as a table."""
    kinds = ["snare drum", "tubular bells", "tam-tam", "vibraphone", "crotales", "wind machine", "anvil"]
    states = ["fine", "fine", "cracked", "fine", "on hire", "missing since the audit", "fine", "condemned"]
    rows = [f"| {section[:3].upper()}-{i:02} | {kinds[i % 7]} | {1961 + 3 * i} | {states[i % 8]} |" for i in range(1, 21)]
    return "\n".join(["| No. | Instrument | Built | State |", "|---|---|---:|---|", *rows])


@mcp.tool(output_schema=None)
def programme_note(work: str) -> str:
    """A note for a programme."""
    return """Hector Berlioz: Symphonie fantastique (1830)

A young musician of morbid sensibility poisons himself with opium in a fit of hopeless love. The dose, too weak to kill him, plunges him into a heavy sleep with the strangest visions.

*Reveries, Passions.* He remembers the weariness of soul before he saw her. *A Ball.* He finds her in the tumult of a feast. *Scene in the Fields.* Two shepherds play to each other; at the end one of them calls again, and the other no longer answers. Distant thunder, solitude, silence. *March to the Scaffold.* He dreams that he has killed her, is condemned and led to his execution. *Dream of a Witches' Sabbath.* Her melody is back, but lost is its nobility.

The first performance was cancelled in May (the hall had no chairs and the players had no stands) and succeeded in December. Critics spoke of errors of harmony; Liszt was not among them.

Four timpani, two players. Bells offstage: if none can be had, the pianos may be used. Duration 55 minutes, no interval."""


@mcp.tool(output_schema=None)
def contact(customer: str) -> str:
    """The address of a customer."""
    return f"{customer}, stage door, Keizersgracht 12, 1015 Amsterdam. Deliveries 07:00 to 10:00, ring twice."


@mcp.resource("hire://terms")
def terms() -> str:
    """Terms of hire."""
    return "Hire fails if the deposit is not paid. Damage that is not reported within 24 hours counts as caused by the hirer. Errors and omissions excepted. Subletting is forbidden."


@mcp.resource("hire://price-list")
def price_list() -> str:
    """Prices."""
    raise RuntimeError("price list is locked for editing by accounts")


@mcp.prompt
def dunning(customer: str, contract: str) -> str:
    """A dunning letter."""
    return f"Write to {customer}: payment for {contract} failed, access to further hire is denied until it is settled."


if __name__ == "__main__":
    mcp.run(show_banner=False)
