// A parcel depot on mcp-go: Go 1.26, github.com/mark3labs/mcp-go v1.2.1.
// Built with `go build -trimpath -o depot depot.go` in a module that requires it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var shelves = map[string]string{
	"A": "Parcel 17: address unknown, returned to sender. Parcel 18: delivered.",
	"B": `{"parcels":[],"errors":0,"failed":null}`,
	"C": "",
	"D": "Denied boarding passes (lost property), one umbrella, an invalid parking ticket.",
}

func track(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	parcel, err := r.RequireString("parcel")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	switch parcel {
	case "P-100":
		return mcp.NewToolResultText("P-100 left the depot at 09:12 and arrives tomorrow."), nil
	case "P-200":
		return nil, errors.New("carrier's service answered 503 Service Unavailable")
	case "P-300":
		return mcp.NewToolResultError("P-300 is held by customs since 3 March; a pro-forma invoice must be uploaded with attach_paper."), nil
	case "P-400":
		return nil, fmt.Errorf("read label: %w", context.DeadlineExceeded)
	case "P-500":
		return mcp.NewToolResultText("HTTP 502 Bad Gateway: tracking.carrier.example did not respond"), nil
	case "P-600":
		return mcp.NewToolResultText(`{"ok":false,"error":{"code":"EXPIRED_KEY","message":"API key expired on 1 May"}}`), nil
	case "P-700":
		var scans []string
		return mcp.NewToolResultText(scans[2]), nil
	case "P-800":
		fmt.Println("[depot] scanner of dock 4 said: no paper")
		return mcp.NewToolResultText("P-800 waits at dock 4."), nil
	case "P-900":
		select {
		case <-time.After(3 * time.Second):
			return mcp.NewToolResultText("P-900 was found behind the sorter."), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	case "P-999":
		fmt.Fprintln(os.Stderr, "fatal: conveyor database is locked")
		os.Exit(70)
	case "P-000":
		return nil, nil
	}
	return mcp.NewToolResultError("no parcel " + parcel), nil
}

func batch(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	results := ""
	for i, name := range r.GetStringSlice("parcels", nil) {
		state := "sent"
		if i%2 == 1 {
			state = "FAILED (label unreadable)"
		}
		results += name + ": " + state + "\n"
	}
	return mcp.NewToolResultText(results), nil
}

func main() {
	options := []server.ServerOption{
		server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false),
		server.WithPromptCapabilities(false), server.WithLogging(),
	}
	if os.Getenv("DEPOT_RECOVER") == "1" {
		options = append(options, server.WithRecovery(), server.WithInputSchemaValidation())
	}
	s := server.NewMCPServer("depot", "3.2.0", options...)
	s.AddTool(mcp.NewTool("track", mcp.WithString("parcel", mcp.Required())), track)
	s.AddTool(mcp.NewTool("send_all", mcp.WithArray("parcels", mcp.Required(), mcp.WithStringItems())), batch)
	s.AddTool(mcp.NewTool("shelf", mcp.WithString("letter", mcp.Required())),
		func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText(shelves[r.GetString("letter", "")]), nil
		})
	s.AddResource(mcp.NewResource("depot://hours", "hours"),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: "depot://hours", Text: "6 to 22"}}, nil
		})
	s.AddResource(mcp.NewResource("depot://cameras", "cameras"),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return nil, errors.New("camera server refuses the connection")
		})
	s.AddPrompt(mcp.NewPrompt("complaint", mcp.WithArgument("parcel", mcp.RequiredArgument())),
		func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			if r.Params.Arguments["parcel"] == "" {
				return nil, errors.New("parcel is required")
			}
			return mcp.NewGetPromptResult("complaint", []mcp.PromptMessage{
				mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent("Write about "+r.Params.Arguments["parcel"])),
			}), nil
		})
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, "depot:", err)
		os.Exit(1)
	}
}
