// A beekeeper's hive book on an older official Go SDK: Go 1.26, github.com/modelcontextprotocol/go-sdk v1.2.0.
// Built with `go build -trimpath -o apiary apiary.go` in a module that requires it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type hive struct {
	Hive int `json:"hive" jsonschema:"number of the hive"`
}
type weight struct {
	Hive int     `json:"hive"`
	Kilo float64 `json:"kilo"`
}
type note struct {
	Topic string `json:"topic"`
}

func said(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func inspect(ctx context.Context, _ *mcp.CallToolRequest, in hive) (*mcp.CallToolResult, any, error) {
	switch in.Hive {
	case 1:
		return said("Brood on six frames, queen seen, no sign of disease."), nil, nil
	case 2:
		return nil, nil, fmt.Errorf("hive 2: %w", os.ErrPermission)
	case 3:
		r := said("Hive 3 swarmed on 4 May and stands empty. Inspect 1, 5 or 6 instead.")
		r.IsError = true
		return r, nil, nil
	case 4:
		return nil, nil, &jsonrpc.Error{Code: -32000, Message: "scale of hive 4 is offline"}
	case 5:
		return said("Error: sensor 5 returned NaN"), nil, nil
	case 6:
		return said(`{"status":"error","detail":"camera of hive 6 does not respond"}`), nil, nil
	case 7:
		var frames []string
		return said(frames[in.Hive]), nil, nil
	case 8:
		log.Fatal("hive 8: book is corrupt, giving up")
	case 9:
		select {
		case <-time.After(4 * time.Second):
			return said("Hive 9 done, slow as always."), nil, nil
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	case 10:
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{}}, nil, nil
	case 11:
		return nil, nil, errors.New("Error")
	}
	return nil, nil, fmt.Errorf("hive %d does not exist, hives are numbered 1 to 11", in.Hive)
}

func main() {
	if os.Getenv("APIARY_BANNER") == "1" {
		fmt.Println("*** Apiary hive book 2.1 ***")
		fmt.Println()
		fmt.Println("ready, 11 hives")
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "apiary", Version: "2.1.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "inspect", Description: "The last inspection of a hive."}, inspect)
	mcp.AddTool(s, &mcp.Tool{Name: "weigh", Description: "The weight of a hive."},
		func(_ context.Context, _ *mcp.CallToolRequest, in hive) (*mcp.CallToolResult, weight, error) {
			return nil, weight{Hive: in.Hive, Kilo: 41.5}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "notes", Description: "What the book says on a topic."},
		func(_ context.Context, _ *mcp.CallToolRequest, in note) (*mcp.CallToolResult, any, error) {
			switch in.Topic {
			case "losses":
				return said("2 colonies were not found after winter; treatment failed in one case, see page 40."), nil, nil
			case "recipes":
				return said("No notes on recipes."), nil, nil
			}
			return said("Smoke first. A denied entry (robbing) is no failure of the guard bees."), nil, nil
		})
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "hive://{n}/log", Name: "hive-log"},
		func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			if r.Params.URI != "hive://1/log" {
				return nil, mcp.ResourceNotFoundError(r.Params.URI)
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "2 April: fed."}}}, nil
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal("apiary: ", err)
	}
}
