// A printing works on mcp-go: Go 1.26, github.com/mark3labs/mcp-go v1.2.1.
// Built with `go build -trimpath -o printworks printworks.go` in a module that requires it.
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

type stats struct {
	Jobs    int      `json:"jobs"`
	Failed  int      `json:"failed"`
	Retried int      `json:"retried"`
	Errors  []string `json:"errors"`
}

func text(line string) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(line), nil }

func printJob(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch job := r.GetString("job", ""); job {
	case "J-1":
		return text("J-1: 500 copies printed, 6 spoiled sheets thrown out, colour error under 2 ΔE.")
	case "J-2":
		return text("J-2 is on hold. Nobody has signed the proof, so the press did not run.")
	case "J-3":
		return mcp.NewToolResultStructured(map[string]any{"job": "J-3", "sheets": 0, "outcome": "jam", "where": "feeder 2"}, "J-3: 0 sheets (jam, feeder 2)"), nil
	case "J-4":
		return nil, errors.New("plate 2 of J-4 is scratched")
	case "J-5":
		return mcp.NewToolResultError("J-5 wants paper 80x120, the largest in stock is 70x100; change the format with edit_job"), nil
	case "J-6":
		return text("<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>")
	case "J-7":
		time.Sleep(1500 * time.Millisecond)
		return text("J-7: 9 posters printed.")
	case "J-8":
		fmt.Println("spooler: queue flushed")
		return text("J-8: 40 copies printed.")
	case "J-9":
		fmt.Fprintln(os.Stderr, "FATAL press 1 on fire, closing everything")
		os.Exit(3)
	}
	return mcp.NewToolResultErrorf("job %q is not in the queue", r.GetString("job", "")), nil
}

func cancelJob(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch r.GetString("job", "") {
	case "J-40":
		return text("J-40 cancelled before it reached the press.")
	case "J-41":
		return text("Too late for J-41: the sheets are printed and cut.")
	}
	return text("J-42 had been cancelled on Monday; nothing changes.")
}

func ship(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	parcels := []map[string]string{}
	for i, to := range r.GetStringSlice("to", nil) {
		parcels = append(parcels, map[string]string{"to": to, "parcel": []string{"handed to the carrier", "address unknown to the carrier, kept here"}[i%2]})
	}
	line, _ := json.Marshal(parcels)
	return text(string(line))
}

func main() {
	s := server.NewMCPServer("printworks", "5.1.0", server.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("print_job", mcp.WithDescription("Prints a job of the queue."), mcp.WithString("job", mcp.Required())), printJob)
	s.AddTool(mcp.NewTool("cancel_job", mcp.WithDescription("Cancels a job."), mcp.WithString("job", mcp.Required())), cancelJob)
	s.AddTool(mcp.NewTool("ship", mcp.WithDescription("Ships one parcel to each address."), mcp.WithArray("to", mcp.Required(), mcp.WithStringItems())), ship)
	s.AddTool(mcp.NewTool("preflight", mcp.WithDescription("Checks a file for print."), mcp.WithString("file", mcp.Required())),
		func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return text(r.GetString("file", "") + ": 2 errors, 1 warning\nERROR p. 3: font Garamond not embedded\nERROR p. 8: image denied CMYK profile\nWARN p. 9: bleed 2 mm")
		})
	s.AddTool(mcp.NewTool("paper", mcp.WithDescription("The sheet of one paper, by its code."), mcp.WithString("code", mcp.Required())),
		func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if r.GetString("code", "") == "11-A" {
				return text("11-A: 90 g offset, withdrawn by the mill after complaints. Runnability: poor, fails on press 2.")
			}
			return text("The catalogue has no paper with the code " + r.GetString("code", "") + ".")
		})
	s.AddTool(mcp.NewTool("find_jobs", mcp.WithDescription("Searches old jobs."), mcp.WithString("words")),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return text("No old job mentions these words.")
		})
	s.AddTool(mcp.NewTool("spool_stats", mcp.WithOutputSchema[stats]()),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultStructured(stats{91, 7, 5, []string{"out of toner", "out of toner", "timeout"}}, "91 jobs, 7 failed, 5 of them retried"), nil
		})
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, "printworks:", err)
		os.Exit(1)
	}
}
