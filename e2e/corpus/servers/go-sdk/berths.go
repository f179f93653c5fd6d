// A harbour's berth desk on the official Go SDK: Go 1.26, github.com/modelcontextprotocol/go-sdk v1.8.0.
// Built with `go build -trimpath -o berths berths.go` in a module that requires it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type booking struct {
	Vessel string `json:"vessel" jsonschema:"name of the vessel"`
	Berth  string `json:"berth" jsonschema:"berth, A1 to A4"`
	Hours  int    `json:"hours" jsonschema:"length of the stay"`
}
type tug struct {
	Tug string `json:"tug" jsonschema:"name of the tug"`
}
type page struct {
	Page string `json:"page"`
}
type tide struct {
	Metres float64 `json:"metres"`
	Rising bool    `json:"rising"`
}
type nothing struct{}

var logBook = map[string]string{
	"monday":   "No error on the radar. The failed lamp of buoy 7 was replaced; permission denied to nobody.",
	"tuesday":  "",
	"errors":   `[{"buoy":7,"error":"lamp out","since":"06:10"},{"buoy":9,"error":null}]`,
	"waiting":  "[]",
	"incident": "404 containers were unloaded, 500 tonnes of grain failed the moisture check and went to shed 3.",
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func callTug(ctx context.Context, _ *mcp.CallToolRequest, in tug) (*mcp.CallToolResult, any, error) {
	switch in.Tug {
	case "Anna":
		return text("Anna is on her way, 12 minutes."), nil, nil
	case "Bruno":
		return nil, nil, errors.New("tug Bruno is in dry dock until Friday; call Anna or Castor")
	case "Castor":
		r := text("Castor refuses: wind above 20 m/s. Ask again once the wind drops below 15 m/s.")
		r.IsError = true
		return r, nil, nil
	case "Dora":
		return nil, nil, &jsonrpc.Error{Code: -32603, Message: "radio link to Dora lost"}
	case "Emil":
		return nil, nil, &jsonrpc.Error{Code: 7, Message: "Emil: crew is resting", Data: json.RawMessage(`{"until":"18:00"}`)}
	case "Fritz":
		return nil, nil, &jsonrpc.Error{Code: -32001, Message: "Fritz does not answer on channel 12"}
	case "Greta":
		return text(`{"success":false,"reason":"Greta has no fuel"}`), nil, nil
	case "Hanna":
		return text("Failed to reach Hanna: dial tcp 10.0.7.4:5060: i/o timeout"), nil, nil
	case "all":
		return text(`{"called":[{"tug":"Anna","status":"ok"},{"tug":"Bruno","status":"failed","error":"dry dock"},{"tug":"Ida","status":"ok"}]}`), nil, nil
	case "Kurt":
		panic("runtime of tug Kurt: index out of range [3] with length 3")
	case "Lotte":
		go func() {
			time.Sleep(100 * time.Millisecond)
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}()
		time.Sleep(5 * time.Second)
	case "Max":
		fmt.Fprintln(os.Stderr, "ERROR: engine of Max overheated, shutting the desk down")
		os.Exit(3)
	case "Nils":
		select {
		case <-time.After(4 * time.Second):
			return text("Nils is alongside."), nil, nil
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	return nil, nil, fmt.Errorf("no tug named %q", in.Tug)
}

func main() {
	fmt.Fprintln(os.Stderr, "level=ERROR msg=\"no lighthouse configured, going on without\"")
	if os.Getenv("BERTHS_LOG") == "stdout" {
		fmt.Println("berths: listening on stdio")
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "berths", Version: "0.4.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "book_berth", Description: "Books a berth."},
		func(_ context.Context, _ *mcp.CallToolRequest, in booking) (*mcp.CallToolResult, any, error) {
			if os.Getenv("BERTHS_LOG") == "stdout" {
				fmt.Printf("booking %s for %s\n", in.Berth, in.Vessel)
			}
			if in.Berth == "A3" {
				return nil, nil, errors.New("berth A3 is taken by Undine until 16:00; free berths: A1, A2")
			}
			return text(fmt.Sprintf("%s has berth %s for %d hours.", in.Vessel, in.Berth, in.Hours)), nil, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "call_tug", Description: "Calls a tug."}, callTug)
	mcp.AddTool(s, &mcp.Tool{Name: "read_log", Description: "One page of the harbour's log."},
		func(_ context.Context, _ *mcp.CallToolRequest, in page) (*mcp.CallToolResult, any, error) {
			entry, ok := logBook[in.Page]
			if !ok {
				return nil, nil, fmt.Errorf("no page %q, pages are monday, tuesday, errors, waiting, incident", in.Page)
			}
			return text(entry), nil, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "tide", Description: "The tide now."},
		func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, tide, error) {
			return nil, tide{Metres: 2.4, Rising: true}, nil
		})
	s.AddPrompt(&mcp.Prompt{Name: "arrival", Arguments: []*mcp.PromptArgument{{Name: "vessel", Required: true}}},
		func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			vessel := r.Params.Arguments["vessel"]
			if vessel == "" {
				return nil, errors.New("argument vessel is missing")
			}
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "Plan the arrival of " + vessel}}}}, nil
		})
	s.AddResource(&mcp.Resource{URI: "harbour://chart", Name: "chart"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "harbour://chart", Text: "Depth 9 m, error of the survey 0.2 m."}}}, nil
		})
	s.AddResource(&mcp.Resource{URI: "harbour://radar", Name: "radar"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return nil, errors.New("the radar sends no picture")
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, "berths ended:", err)
		os.Exit(1)
	}
}
