// A recycling yard's weighbridge on mcp-go: Go 1.26, github.com/mark3labs/mcp-go v1.2.1.
// Built with `go build -trimpath -o weighbridge weighbridge.go` in a module that requires it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type tally struct {
	Accepted int `json:"accepted"`
	Rejected int `json:"rejected"`
	Failed   int `json:"failed"`
}

var notes = map[string]string{
	"glass":   "Failed loads: 0. Errors at the gate: 0.",
	"metal":   "Rejected today: 3 lorries with batteries (access to hall 2 denied to them). Everything else was weighed.",
	"paper":   "",
	"wood":    `{"errors":{"count":2,"by":"camera 1"},"loads":[]}`,
	"scanner": "INFO gate open\nWARN plate unreadable, retry\nERROR plate unreadable, manual entry\nINFO gate closed",
}

func weigh(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch r.GetString("plate", "") {
	case "LB-100":
		return mcp.NewToolResultText("LB-100: 14 280 kg gross, 6 120 kg tare."), nil
	case "LB-101":
		return mcp.NewToolResultText("Weighing aborted: the lorry left the platform."), nil
	case "LB-102":
		return mcp.NewToolResultText(`{"status":"error","detail":"load cell 4 reports no signal"}`), nil
	case "LB-103":
		return nil, errors.New("platform locked by the fire alarm")
	case "LB-104":
		return mcp.NewToolResultError("LB-104 is 600 kg above the limit of 40 000 kg; unload and weigh again"), nil
	case "LB-105":
		time.Sleep(1200 * time.Millisecond)
		return mcp.NewToolResultText("LB-105: 9 900 kg, the platform needed a second to settle."), nil
	case "LB-106":
		return mcp.NewToolResultText("null"), nil
	case "LB-107":
		return mcp.NewToolResultText("HTTP/1.1 502 Bad Gateway\r\nServer: scale-proxy\r\n\r\nupstream closed"), nil
	case "LB-666":
		go func() { panic("scale driver: device /dev/ttyS0 vanished") }()
		time.Sleep(3 * time.Second)
	}
	return mcp.NewToolResultErrorf("plate %q is not registered; register_plate takes new ones", r.GetString("plate", "")), nil
}

func register(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	done := []map[string]any{}
	for i, plate := range r.GetStringSlice("plates", nil) {
		entry := map[string]any{"plate": plate, "registered": i != 1}
		if i == 1 {
			entry["reason"] = "insurance lapsed"
		}
		done = append(done, entry)
	}
	line, _ := json.Marshal(done)
	return mcp.NewToolResultText(string(line)), nil
}

func main() {
	fmt.Fprintln(os.Stderr, "[ERROR] camera 3 offline; fatal only for the night shift")
	s := server.NewMCPServer("weighbridge", "1.4.2", server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false))
	s.AddTool(mcp.NewTool("weigh", mcp.WithString("plate", mcp.Required())), weigh)
	s.AddTool(mcp.NewTool("register_plate", mcp.WithArray("plates", mcp.Required(), mcp.WithStringItems())), register)
	s.AddTool(mcp.NewTool("notes", mcp.WithDescription("Notes of the day on one material."), mcp.WithString("material", mcp.Required())),
		func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText(notes[r.GetString("material", "")]), nil
		})
	s.AddTool(mcp.NewTool("tally", mcp.WithOutputSchema[tally]()),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultStructured(tally{Accepted: 211, Rejected: 9, Failed: 4}, "211 accepted, 9 rejected, 4 failed the radiation check"), nil
		})
	s.AddResource(mcp.NewResource("yard://rules", "rules"),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: "yard://rules", MIMEType: "text/plain", Text: "Entry without a helmet is refused. Invalid papers: see the office."}}, nil
		})
	s.AddResource(mcp.NewResource("yard://camera", "camera"),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return nil, errors.New("camera 3 is offline")
		})
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, "weighbridge:", err)
		os.Exit(1)
	}
}
