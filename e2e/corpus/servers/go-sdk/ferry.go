// A ferry's ticket desk that asks its client, on the official Go SDK: Go 1.26, github.com/modelcontextprotocol/go-sdk v1.8.0.
// Built with `go build -trimpath -o ferry ferry.go` in a module that requires it.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type trip struct {
	Route string `json:"route" jsonschema:"route of the ferry"`
}

func answer(s string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "ferry", Version: "1.1.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "describe", Description: "Has the client's model describe a route."},
		func(ctx context.Context, r *mcp.CallToolRequest, in trip) (*mcp.CallToolResult, any, error) {
			got, err := r.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
				MaxTokens: 50,
				Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "Describe " + in.Route}}},
			})
			if err != nil {
				return nil, nil, fmt.Errorf("no description: %w", err)
			}
			return answer(fmt.Sprint("described by ", got.Model))
		})
	mcp.AddTool(s, &mcp.Tool{Name: "book", Description: "Asks for the cabin, then books."},
		func(ctx context.Context, r *mcp.CallToolRequest, in trip) (*mcp.CallToolResult, any, error) {
			got, err := r.Session.Elicit(ctx, &mcp.ElicitParams{
				Message:         "Which cabin on " + in.Route + "?",
				RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"cabin": map[string]any{"type": "string"}}},
			})
			if err != nil {
				return nil, nil, fmt.Errorf("not booked: %w", err)
			}
			if got.Action != "accept" {
				return answer("Nothing was booked, as you " + got.Action + "d.")
			}
			return answer(fmt.Sprint("Booked cabin ", got.Content["cabin"]))
		})
	mcp.AddTool(s, &mcp.Tool{Name: "luggage", Description: "Looks at the folders of the client."},
		func(ctx context.Context, r *mcp.CallToolRequest, in trip) (*mcp.CallToolResult, any, error) {
			got, err := r.Session.ListRoots(ctx, nil)
			if err != nil {
				return nil, nil, fmt.Errorf("no luggage: %w", err)
			}
			return answer(fmt.Sprint(len(got.Roots), " folders"))
		})
	mcp.AddTool(s, &mcp.Tool{Name: "wait", Description: "Waits for the ferry and reports progress."},
		func(ctx context.Context, r *mcp.CallToolRequest, in trip) (*mcp.CallToolResult, any, error) {
			for i := range 3 {
				_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: float64(i + 1), Total: 3})
				_ = r.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "error", Logger: "pier", Data: fmt.Sprintf("ferry not in sight, attempt %d failed", i+1)})
				time.Sleep(100 * time.Millisecond)
			}
			return answer("The ferry has come.")
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, "ferry:", err)
		os.Exit(1)
	}
}
