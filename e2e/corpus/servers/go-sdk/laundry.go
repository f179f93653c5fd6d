// A hospital's laundry on an older official Go SDK: Go 1.26, github.com/modelcontextprotocol/go-sdk v1.2.0.
// Built with `go build -trimpath -o laundry laundry.go` in a module that requires it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type batchIn struct {
	Batch string `json:"batch"`
}
type wardsIn struct {
	Wards []string `json:"wards"`
}
type tagIn struct {
	Tag string `json:"tag"`
}
type labelsIn struct {
	Count int `json:"count"`
}
type itemIn struct {
	Item string `json:"item"`
}

func say(s string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
}

func wash(ctx context.Context, _ *mcp.CallToolRequest, in batchIn) (*mcp.CallToolResult, any, error) {
	switch in.Batch {
	case "B1":
		return say("B1 washed at 71 °C for 25 minutes. Disinfection reached, 0 rejects, error of the thermometer under 0.2 °C.")
	case "B2":
		return say("Sorry, B2 is as dirty as before. The detergent pump ran dry ahead of the first rinse.")
	case "B3":
		return say(`{"result":"error","batch":"B3","machine":4,"reason":"door interlock open"}`)
	case "B4":
		return say("Skipped.")
	case "B5":
		select {
		case <-time.After(1800 * time.Millisecond):
			return say("B5 washed.")
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	case "B6":
		return nil, nil, errors.New("washer 2 has no water until 14:00; washer 3 is free, call wash with batch \"B6/3\"")
	case "B7":
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "something is not right"}}}, nil, nil
	}
	return say("Washed " + in.Batch + ".")
}

func deliver(_ context.Context, _ *mcp.CallToolRequest, in wardsIn) (*mcp.CallToolResult, any, error) {
	out := map[string]any{"trolleys": len(in.Wards), "handedOver": []string{}, "returned": []any{}}
	for i, ward := range in.Wards {
		if i == 1 {
			out["returned"] = []any{map[string]string{"ward": ward, "note": "nurse would not sign, 40 gowns short"}}
			continue
		}
		out["handedOver"] = append(out["handedOver"].([]string), ward)
	}
	line, _ := json.Marshal(out)
	return say(string(line))
}

func byTag(_ context.Context, _ *mcp.CallToolRequest, in tagIn) (*mcp.CallToolResult, any, error) {
	if in.Tag == "T-1" {
		return say(`{"tag":"T-1","found":true,"item":"sheet","history":["torn","mended","failed the hygiene test of March","washed"]}`)
	}
	return say(fmt.Sprintf(`{"tag":%q,"found":false}`, in.Tag))
}

func labels(_ context.Context, _ *mcp.CallToolRequest, in labelsIn) (*mcp.CallToolResult, any, error) {
	switch {
	case in.Count == 0:
		return say("0 labels asked for, 0 printed.")
	case in.Count > 100:
		return say("Printer says: paper out (3). Labels printed: 0.")
	}
	return say(fmt.Sprintf("%d labels are in the tray. WARNING: ribbon at 4 %%.", in.Count))
}

func main() {
	fmt.Fprintln(os.Stderr, "laundry: ERROR reading /srv/lab/laundry.toml, falling back to defaults")
	s := mcp.NewServer(&mcp.Implementation{Name: "laundry", Version: "3.0.1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "wash", Description: "Washes a batch."}, wash)
	mcp.AddTool(s, &mcp.Tool{Name: "deliver", Description: "Takes trolleys to the wards."}, deliver)
	mcp.AddTool(s, &mcp.Tool{Name: "item_by_tag", Description: "Reads the life of the item with this tag."}, byTag)
	mcp.AddTool(s, &mcp.Tool{Name: "print_labels", Description: "Prints labels."}, labels)
	mcp.AddTool(s, &mcp.Tool{Name: "swabs", Description: "Hygiene swabs of the week."},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return say("40 swabs: 38 clean, 2 failed (press 1, cart 9). Both failures were told to the hygiene officer.")
		})
	mcp.AddTool(s, &mcp.Tool{Name: "search_items", Description: "Searches the stock."},
		func(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, any, error) {
			if in.Item == "gown" {
				return &mcp.CallToolResult{Content: []mcp.Content{}}, nil, nil
			}
			return say(`{"hits":[],"total":0}`)
		})
	s.AddResource(&mcp.Resource{URI: "laundry://rules", Name: "rules"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "laundry://rules", Text: "Infectious linen: red bag. An unmarked bag is refused, no exception."}}}, nil
		})
	s.AddResource(&mcp.Resource{URI: "laundry://boiler", Name: "boiler"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return nil, errors.New("the boiler's meter does not answer")
		})
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
	fmt.Fprintln(os.Stderr, "laundry: fatal: input closed")
	os.Exit(1)
}
