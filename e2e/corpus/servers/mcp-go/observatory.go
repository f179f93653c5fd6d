// An observatory that asks its client, on mcp-go: Go 1.26, github.com/mark3labs/mcp-go v1.2.1.
// Built with `go build -trimpath -o observatory observatory.go` in a module that requires it.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("observatory", "2.0.0", server.WithToolCapabilities(false), server.WithElicitation(), server.WithRoots())
	s.EnableSampling()
	s.AddTool(mcp.NewTool("caption", mcp.WithString("object", mcp.Required())),
		func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			ctx, stop := context.WithTimeout(ctx, 1500*time.Millisecond)
			defer stop()
			got, err := s.RequestSampling(ctx, mcp.CreateMessageRequest{CreateMessageParams: mcp.CreateMessageParams{
				MaxTokens: 40,
				Messages:  []mcp.SamplingMessage{{Role: mcp.RoleUser, Content: mcp.NewTextContent("Caption " + r.GetString("object", ""))}},
			}})
			if err != nil {
				return mcp.NewToolResultError("the caption could not be written: " + err.Error()), nil
			}
			return mcp.NewToolResultText("caption by " + got.Model), nil
		})
	s.AddTool(mcp.NewTool("point", mcp.WithString("object", mcp.Required())),
		func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			got, err := s.RequestElicitation(ctx, mcp.ElicitationRequest{Params: mcp.ElicitationParams{
				Message:         "For how many minutes?",
				RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"minutes": map[string]any{"type": "integer"}}},
			}})
			if err != nil {
				return nil, fmt.Errorf("telescope not moved: %w", err)
			}
			return mcp.NewToolResultText("The telescope points there, the answer was " + string(got.Action)), nil
		})
	s.AddTool(mcp.NewTool("plates"),
		func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			got, err := s.RequestRoots(ctx, mcp.ListRootsRequest{})
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(fmt.Sprintf("%d folders with plates, 0 errors", len(got.Roots))), nil
		})
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, "observatory:", err)
		os.Exit(1)
	}
}
