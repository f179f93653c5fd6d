// A theatre's box office on mcp-go: Go 1.26, github.com/mark3labs/mcp-go v1.2.1.
// Built with `go build -trimpath -o boxoffice boxoffice.go` in a module that requires it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type seatQuery struct {
	Play string `json:"play"`
	Row  int    `json:"row"`
}
type seats struct {
	Free int `json:"free"`
}

func sell(ctx context.Context, _ mcp.CallToolRequest, in seatQuery) (*mcp.CallToolResult, error) {
	switch in.Row {
	case 1:
		return mcp.NewToolResultText("Two tickets for " + in.Play + ", row 1."), nil
	case 2:
		return nil, errors.New("row 2 is reserved for the press")
	case 3:
		return mcp.NewToolResultErrorFromErr("payment declined", errors.New("card expired")), nil
	case 4:
		return mcp.NewToolResultText("Could not sell row 4: printer offline"), nil
	case 5:
		return mcp.NewToolResultError("internal error\n" + string(debug.Stack())), nil
	case 6:
		return mcp.NewToolResultText("<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>"), nil
	case 7:
		return mcp.NewToolResultError("Something went wrong"), nil
	case 8:
		panic("seat map is nil")
	case 9:
		time.Sleep(2500 * time.Millisecond)
		return mcp.NewToolResultText("Row 9 sold after a long queue."), nil
	case 13:
		os.Exit(0)
	}
	return mcp.NewToolResultErrorf("row %d does not exist; rows run from 1 to 13", in.Row), nil
}

func main() {
	fmt.Println("Box office opens")
	s := server.NewMCPServer("boxoffice", "0.9.1", server.WithToolCapabilities(true))
	s.AddTool(mcp.NewTool("sell", mcp.WithString("play", mcp.Required()), mcp.WithNumber("row", mcp.Required())),
		mcp.NewTypedToolHandler(sell))
	s.AddTool(mcp.NewTool("free_seats", mcp.WithString("play", mcp.Required()), mcp.WithOutputSchema[seats]()),
		func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if r.GetString("play", "") == "Hamlet" {
				return mcp.NewToolResultText("sold out"), nil
			}
			if r.GetString("play", "") == "Faust" {
				return mcp.NewToolResultStructured(map[string]any{"free": "many"}, "many seats"), nil
			}
			return mcp.NewToolResultStructured(seats{Free: 31}, "31 seats"), nil
		})
	s.AddTool(mcp.NewTool("reviews"),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("The Comedy of Errors: a triumph. Exit, pursued by a bear: not found by our critic to be convincing."), nil
		})
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, "boxoffice:", err)
		os.Exit(1)
	}
}
