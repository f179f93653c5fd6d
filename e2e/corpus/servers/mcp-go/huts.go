// An alpine club's huts on mcp-go: Go 1.26, github.com/mark3labs/mcp-go v1.2.1.
// Built with `go build -trimpath -o huts huts.go` in a module that requires it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// What each tool answers, by its argument.
var answers = map[string]map[string]string{
	"hut_status": {
		"Tschingel": "{\"hut\":\"Tschingel\",\"open\":false,\"closed_since\":\"2026-10-18\",\"winter_room\":true,\"water\":\"off\",\"faults\":[\"solar inverter\"]}",
		"Laret":     "**Laret hut** (2 340 m)\n\n| room | bunks | free |\n|---|---|---|\n| north | 18 | 4 |\n| south | 12 | 0 |\n| warden's | 2 | - |\n\nKitchen until 19:30.",
		"Grossalp":  "Open, 41 of 60 bunks taken. The generator broke down on Friday and was repaired on Saturday; the telephone still does not work, use the radio.",
		"Fuorcla":   "Fuorcla hut is under quarantine (norovirus, 7 guests ill). Nobody is admitted before Wednesday.",
		"Piz Sura":  "Status of Piz Sura unavailable - the hut's uplink timed out after 20 s.",
		"Valbella":  "{\"hut\":\"Valbella\",\"open\":true,\"free\":11,\"error\":\"\",\"incidents\":0,\"last_failure\":null}",
	},
	"reserve_bunks": {
		"Laret 12-12 3":     "Reserved: Laret, 12 December, 3 bunks, number LA-5510. Half board could not be promised for the 13th, when the kitchen is closed.",
		"Laret 24-12 8":     "{\"reservation\":null,\"outcome\":\"REFUSED\",\"message\":\"groups above 6 are not taken over Christmas\"}",
		"Grossalp 03-01 2":  "Your bunks are held as GA-0917 until 18:00 tomorrow. If the deposit is not paid by then, the reservation lapses and the bunks are given away.",
		"Valbella 07-02 5":  "Done. VB-2203, 5 bunks on 7 February.\nNote: an earlier attempt with the same card (6 February) had been declined by the bank.",
		"Grossalp 14-02 4":  "No bunks left at Grossalp on 14 February; you are now third on the waiting list (WL-88).",
		"Tschingel 20-07 2": "{\"ok\":true,\"number\":\"TS-7001\",\"bunks\":2,\"attempts\":[{\"shard\":\"a\",\"error\":\"lock timeout\"},{\"shard\":\"b\",\"error\":null}]}",
	},
	"cancel_reservation": {
		"LA-5510": "LA-5510 is cancelled. The deposit of 30 francs is not refunded (less than 48 hours).",
		"VB-2203": "{\"number\":\"VB-2203\",\"status\":\"CANCELLED\",\"reason\":\"guest ill\",\"refund\":\"denied\"}",
		"GA-0917": "We were unable to cancel GA-0917: the reservation system did not accept the change. Nothing was altered.",
		"TS-6999": "TS-6999 was cancelled already on 3 November by the guest.",
	},
	"path_report": {
		"Laret - Fuorcla": "## Laret - Fuorcla\n\n*Impassable.* The bridge below the moraine is gone, and the cable on the ledge has failed. Do not attempt it without ice gear.\n\nLast walked: 19 November, warden of Laret.",
		"Valley path":     "Open throughout. Markings renewed, no obstacles, no damage, nothing to report.",
		"Ridge":           "[{\"section\":1,\"state\":\"ok\"},{\"section\":2,\"state\":\"blocked\",\"cause\":\"rockfall\"},{\"section\":3,\"state\":\"unknown\"},{\"section\":4,\"state\":\"ok\"}]",
		"Old mule track":  "There are no reports of the old mule track this season.",
		"Glacier":         "```\n06:10 rope team of 4 set out\n07:45 FAILED to cross bergschrund at 3 050 m\n08:20 turned back\n11:00 all back, nobody hurt\n```",
	},
	"guest_book": {
		"Laret":     "\"Kitchen wonderful, shower out of order again!\" - Mia\n\"We got lost in fog, could not find the door; thanks to the bell for saving us.\" - the Bregys\n\"Error in your bill, you charged too little.\" - T.",
		"Grossalp":  "{\"entries\":[],\"pages\":0}",
		"Tschingel": "Guest book of Tschingel, 2 entries\n1. \"Winter room was locked, we had to bivouac. Unacceptable.\"\n2. \"No signal, no problem.\"",
		"Fuorcla":   "ENOENT: scan of the guest book (fuorcla-2026.pdf) is missing from the archive",
		"Valbella":  "Great hut!\nGood soup.\nNothing was wrong with anything, which is rare.",
	},
	"order_supplies": {
		"flour, gas":          "Ordered: flour 50 kg, gas 4 bottles. By helicopter on Thursday, weather permitting; the flight of Tuesday had been cancelled because of wind.",
		"milk, bread, onions": "Ordered milk and bread. Onions were left out: the dealer has none until Monday.",
		"coal":                "{\"type\":\"about:blank\",\"title\":\"Conflict\",\"status\":409,\"detail\":\"another order for this hut is being edited\"}",
		"salt":                "{\"order\":\"S-310\",\"placed\":true,\"substituted\":[],\"unavailable\":[],\"warnings\":[\"the price rose by 4 %\"]}",
		"nothing":             "The list is empty, so nothing was ordered.",
	},
	"radio_check": {
		"Piz Sura": "14:02 called Piz Sura, no answer\n14:07 called Piz Sura, no answer\n14:12 called Piz Sura, no answer\nResult: station silent.",
		"Laret":    "Laret answers, 5 by 5. Battery 12.6 V. Error counter of the repeater: 0.",
		"Grossalp": "{\"station\":\"Grossalp\",\"reachable\":false,\"last_heard\":\"2026-11-21T19:40:00Z\",\"note\":\"antenna damaged by lightning\"}",
		"Valbella": "The check did not take place. The radio room's transmitter is switched off, so no station was called.",
	},
	"mail_guests": {
		"11 December": "Mailed 23 guests. One automatic reply says that its owner is away; nothing bounced.",
		"24 December": "{\"night\":\"2026-12-24\",\"recipients\":48,\"sent\":46,\"bounced\":[\"k.lutz@post.example\",\"hut9@alp.example\"]}",
		"2 January":   "Preview only - not sent.\n\nSubject: Warm water\nDear guests, the boiler has failed. Please expect cold showers. We are sorry.",
		"5 January":   "No guests are booked for 5 January.",
	},
	"avalanche_bulletin": {
		"Surselva":    "Danger level 4 (high). Roads may be cut off, and rescue may be impossible. Risk of failure of deep weak layers.",
		"Prättigau":   "<h2>Level 2</h2><p>Wind slabs fail only under large loads. Former warning for the north slopes <b>withdrawn</b>.</p>",
		"Oberengadin": "{\"region\":\"Oberengadin\",\"level\":3,\"valid\":true,\"stations\":{\"total\":14,\"failed\":2},\"published\":\"17:00\"}",
		"Jura":        "No bulletin is published for the Jura before December.",
	},
}

var refusals = map[string]string{
	"Matterhorn":       "Matterhorn is no hut of the club; the nearest of ours are Laret and Valbella",
	"Laret tomorrow 2": "'tomorrow' is not a night: write day and month, for example 12-12",
}

var breakdowns = map[string]error{
	"relay": errors.New("relay: carrier lost"),
}

func answer(tool, key string) (*mcp.CallToolResult, error) {
	if text, ok := answers[tool][key]; ok {
		return mcp.NewToolResultText(text), nil
	}
	if text, ok := refusals[key]; ok {
		return mcp.NewToolResultError(text), nil
	}
	if err, ok := breakdowns[key]; ok {
		return nil, err
	}
	return mcp.NewToolResultErrorf("nothing is known of %s", key), nil
}

func main() {
	s := server.NewMCPServer("huts", "2026.11", server.WithToolCapabilities(false), server.WithInputSchemaValidation())
	for _, t := range [][3]string{
		{"hut_status", "hut", "How a hut stands today"},
		{"reserve_bunks", "request", "Reserves bunks: hut, night, number"},
		{"cancel_reservation", "number", "Cancels a reservation"},
		{"path_report", "path", "The wardens' report of a path"},
		{"guest_book", "hut", "Reads the guest book of a hut"},
		{"order_supplies", "list", "Orders supplies by helicopter or mule"},
		{"radio_check", "station", "Calls a hut by radio"},
		{"mail_guests", "night", "Mails all guests of a night"},
		{"avalanche_bulletin", "region", "The bulletin of a region"},
	} {
		tool := mcp.NewTool(t[0], mcp.WithDescription(t[2]), mcp.WithString(t[1], mcp.Required()))
		s.AddTool(tool, func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return answer(t[0], r.GetString(t[1], ""))
		})
	}
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, "huts:", err)
		os.Exit(1)
	}
}
