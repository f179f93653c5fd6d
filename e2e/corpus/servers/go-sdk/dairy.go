// A dairy's milk collection on the official Go SDK: Go 1.26, github.com/modelcontextprotocol/go-sdk v1.8.0.
// Built with `go build -trimpath -o dairy dairy.go` in a module that requires it.
package main

import (
	"context"
	"errors"
	"log"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What each tool answers, by its argument.
var answers = map[string]map[string]string{
	"tank_report": {
		"Oberhof":   "Tank 1 (4 200 l): 3.8 °C, stirring. Last alarm: 11 November, 'cooling failed', acknowledged by the farmer at 05:12 and closed. No alarm is open now.",
		"Lindau":    "{\"farm\":\"Lindau\",\"litres\":1840,\"celsius\":9.6,\"status\":\"FAULT\",\"alarms\":[{\"code\":\"E17\",\"text\":\"compressor error\",\"since\":\"06:40\"}]}",
		"Moosgrund": "| tank | litres | °C | state |\n|---|---|---|---|\n| 1 | 2 310 | 3.9 | ok |\n| 2 | 0 | - | out of service |\n| 3 | 760 | 4.1 | ok |",
		"Steig":     "{\"farm\":\"Steig\",\"litres\":0,\"alarms\":[],\"error\":null,\"last_error\":\"none\"}",
		"Kaltbrunn": "Could not read the tank at Kaltbrunn: modem does not answer (3 attempts).",
		"Rain":      "# Rain\n\nThe farm was suspended on 2 November because inhibitors were found. Collections are blocked until two samples in a row are negative.\n\n- tank: 1 120 l at 4.0 °C\n- contact: M. Huber",
		"Hinterau":  "{\"error\":{\"type\":\"GatewayTimeout\",\"message\":\"upstream telemetry did not respond within 5000 ms\"}}",
		"Au":        "Tank 1 (3 000 l): 4.0 °C, 2 480 l, next cleaning due after collection.",
	},
	"collect_milk": {
		"Oberhof":   "Collection booked: Oberhof, 23 November 06:10, lorry 4. Note: lorry 2 had been refused at this yard because of its height.",
		"Steig":     "Collection booked for Steig at 06:35.\nWarning: the tank reports 0 l; the driver may find nothing to collect.",
		"Rain":      "The collection was not booked. Rain is suspended since 2 November.",
		"Moosgrund": "{\"success\":false,\"farm\":\"Moosgrund\",\"reason\":\"no lorry with 3 070 l free on 23 November\"}",
		"Lindau":    "{\"booked\":true,\"farm\":\"Lindau\",\"lorry\":3,\"rejected_alternatives\":[{\"lorry\":1,\"why\":\"failed inspection\"},{\"lorry\":2,\"why\":\"no capacity\"}]}",
		"Au":        "Au already has a collection on 23 November (06:20, lorry 4). Nothing was changed.",
	},
	"search_notices": {
		"bridge closed":  "3 notices\n1. Ried bridge closed to lorries over 18 t until 30 November.\n2. Access to the Egg dairy denied without a hygiene pass.\n3. Lost: one sampling case, not found so far.",
		"foot and mouth": "No notices match 'foot and mouth'.",
		"error":          "[]",
		"pump":           "{\"total\":2,\"notices\":[{\"id\":41,\"title\":\"Pump failure on lorry 1\",\"body\":\"If the pump fails, call the workshop. Do not restart it.\"},{\"id\":44,\"title\":\"Pump of lorry 1 repaired\",\"body\":\"Leak was at the seal.\"}]}",
		"winter":         "Search is unavailable: index is being rebuilt, try again in a few minutes.",
		"sampling":       "## How to sample\n\nStir for two minutes. A sample without a label is invalid and is rejected by the laboratory. If the printer shows `ERROR 5`, change the roll.",
	},
	"lorry_log": {
		"1": "05:02 INFO start\n05:40 WARN pump pressure low\n05:41 ERROR pump failed, switched to spare\n06:10 INFO Oberhof 2 140 l\n09:55 INFO unloaded at Egg",
		"2": "05:00 start\n05:03 GPS connection lost\n05:04 GPS connection restored\n08:30 unloaded, 9 820 l",
		"3": "{\"lorry\":3,\"day\":\"2026-11-22\",\"entries\":[],\"message\":\"no entries for this day\"}",
		"4": "[{\"t\":\"06:12\",\"farm\":\"Au\",\"litres\":2480,\"status\":\"collected\"},{\"t\":\"06:40\",\"farm\":\"Steig\",\"litres\":0,\"status\":\"failed\",\"note\":\"yard iced over\"},{\"t\":\"07:05\",\"farm\":\"Rain\",\"litres\":0,\"status\":\"skipped\"}]",
		"5": "Exception while reading log of lorry 5: open logs/5.csv: permission denied",
		"6": "The lorry was in the workshop all day (brake test failed on the 21st). 0 km, 0 l.",
	},
	"check_sample": {
		"S-2041": "Inhibitors: negative. Germs: 14 000/ml. Cells: 182 000/ml. Fat 4.21 %, protein 3.44 %.",
		"S-2042": "{\"sample\":\"S-2042\",\"passed\":false,\"tests\":{\"inhibitors\":\"positive\",\"freezing_point\":\"-0.521\"},\"verdict\":\"REJECT\"}",
		"S-2043": "S-2043 did not pass: 412 000 cells/ml, the limit is 400 000. A second sample is due within 14 days.",
		"S-2044": "Result pending. The sample arrived at 11:20 and is third in the queue.",
		"S-2045": "{\"sample\":\"S-2045\",\"valid\":false,\"errors\":[\"label missing\",\"temperature on arrival 8.2 °C\"]}",
		"S-2046": "{\"status\":503,\"title\":\"Service Unavailable\",\"detail\":\"laboratory system is down for maintenance until 14:00\"}",
		"S-2047": "Sample S-2047 is not registered.",
		"S-2048": "Inhibitor-free: yes\nAdded water: no\nFailed criteria: none\nErrors of the analyser: 0",
	},
	"plan_route": {
		"north":  "DRY RUN, nothing was saved.\n1. Oberhof 06:10\n2. Au 06:35\n3. Rain: would be rejected (suspended)\nTotal 41 km.",
		"south":  "{\"dry_run\":true,\"would_fail\":[\"Hinterau\"],\"stops\":[\"Lindau\",\"Steig\"],\"km\":38.5,\"saved\":false}",
		"east":   "Route east saved as version 7: Moosgrund, Kaltbrunn, Egg. Version 6 is now invalid. 52 km, 3 h 05 min.",
		"west":   "No farms on route west. It has been empty since the spring.",
		"valley": "Compared two plans:\n- via Ried bridge: impossible (18 t limit)\n- via Egg: 47 km, feasible\nThe second was saved.",
	},
	"send_statements": {
		"September": "Statements for September: 42 sent. 0 failed, 0 bounced.",
		"October":   "Sent 39 of 42 statements.\nNot delivered:\n- Rain: mailbox full\n- Steig: address unknown\n- Hinterau: rejected by mail.hinterau.example",
		"November":  "Nothing to send: November is not closed yet.",
		"August":    "{\"sent\":42,\"failed\":[],\"warnings\":[\"logo missing, text header used\"]}",
	},
}

var refusals = map[string]error{
	"Berg":   errors.New("no farm Berg on the register; names are spelt as in the contract, for example Oberhof"),
	"Egg":    errors.New("Egg is the dairy, not a farm; give the farm that the milk comes from"),
	"island": &jsonrpc.Error{Code: -32000, Message: "the road database is locked by a migration"},
}

func answer(tool, key string) (*mcp.CallToolResult, any, error) {
	if text, ok := answers[tool][key]; ok {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	}
	if err, ok := refusals[key]; ok {
		return nil, nil, err
	}
	return nil, nil, errors.New("nothing is known of " + key)
}

type farm struct {
	Farm string `json:"farm"`
}

type words struct {
	Words string `json:"words"`
}

type lorry struct {
	Lorry string `json:"lorry"`
}

type sample struct {
	Sample string `json:"sample"`
}

type route struct {
	Route string `json:"route"`
}

type month struct {
	Month string `json:"month"`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "dairy", Version: "1.3.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "tank_report", Description: "What the cooling tank of a farm says"}, func(_ context.Context, _ *mcp.CallToolRequest, in farm) (*mcp.CallToolResult, any, error) {
		return answer("tank_report", in.Farm)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "collect_milk", Description: "Books a collection at a farm"}, func(_ context.Context, _ *mcp.CallToolRequest, in farm) (*mcp.CallToolResult, any, error) {
		return answer("collect_milk", in.Farm)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "search_notices", Description: "Searches the notices to drivers"}, func(_ context.Context, _ *mcp.CallToolRequest, in words) (*mcp.CallToolResult, any, error) {
		return answer("search_notices", in.Words)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "lorry_log", Description: "The day's log of a lorry"}, func(_ context.Context, _ *mcp.CallToolRequest, in lorry) (*mcp.CallToolResult, any, error) {
		return answer("lorry_log", in.Lorry)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "check_sample", Description: "The laboratory's result of a sample"}, func(_ context.Context, _ *mcp.CallToolRequest, in sample) (*mcp.CallToolResult, any, error) {
		return answer("check_sample", in.Sample)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "plan_route", Description: "Plans a route, as a dry run unless it is confirmed"}, func(_ context.Context, _ *mcp.CallToolRequest, in route) (*mcp.CallToolResult, any, error) {
		return answer("plan_route", in.Route)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "send_statements", Description: "Mails the milk statements of a month"}, func(_ context.Context, _ *mcp.CallToolRequest, in month) (*mcp.CallToolResult, any, error) {
		return answer("send_statements", in.Month)
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
