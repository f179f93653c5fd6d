// A sawmill's floor on the official Go SDK: Go 1.26, github.com/modelcontextprotocol/go-sdk v1.8.0.
// Built with `go build -trimpath -o sawmill sawmill.go` in a module that requires it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type orderIn struct {
	Order string `json:"order" jsonschema:"number of the order"`
}
type orderOut struct {
	Order  string `json:"order"`
	Boards int    `json:"boards"`
	State  string `json:"state"`
	Remark string `json:"remark,omitempty"`
}
type chamberIn struct {
	Chamber int `json:"chamber"`
}
type lotsIn struct {
	Lots []string `json:"lots"`
	To   string   `json:"to"`
}
type lotIn struct {
	Lot string `json:"lot"`
}
type wordsIn struct {
	Words string `json:"words"`
}
type shiftOut struct {
	Logs       int      `json:"logs"`
	Boards     int      `json:"boards"`
	FailedCuts int      `json:"failed_cuts"`
	Errors     []string `json:"errors"`
	Status     string   `json:"status"`
}

func say(s string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
}

func cut(_ context.Context, _ *mcp.CallToolRequest, in orderIn) (*mcp.CallToolResult, orderOut, error) {
	switch in.Order {
	case "A-17":
		return nil, orderOut{"A-17", 48, "cut", "blade got warm, no faults"}, nil
	case "A-18":
		return nil, orderOut{"A-18", 0, "not cut", "no logs of 5 m in the yard"}, nil
	case "A-19":
		return nil, orderOut{"A-19", 0, "stopped", "metal detector tripped on the first log"}, nil
	case "A-20":
		return nil, orderOut{}, &jsonrpc.Error{Code: 4102, Message: "line controller rejected the recipe of A-20"}
	case "A-21":
		var feed map[string]int
		feed["A-21"]++
	}
	return nil, orderOut{}, fmt.Errorf("order %q is not open; open orders are A-17 to A-21", in.Order)
}

func kiln(_ context.Context, _ *mcp.CallToolRequest, in chamberIn) (*mcp.CallToolResult, any, error) {
	switch in.Chamber {
	case 1:
		fmt.Fprintln(os.Stderr, "kiln: error budget of probe 1 exceeded, using probe 2")
		return say("Chamber 1 is drying, 62 °C by noon.")
	case 2:
		return say("Chamber 2 is on day 3 of 9 of that very program already, so I left it alone.")
	case 3:
		return say("The kiln stays cold: door B of chamber 3 is not latched, and without the latch the program never begins.")
	case 4:
		time.Sleep(1400 * time.Millisecond)
		return say("Chamber 4 is heating.")
	case 5:
		return nil, nil, errors.New("chamber 5 holds 6 m³ and dries from 40 m³ upwards; bring more with move_lots first")
	}
	return say(fmt.Sprintf(`{"chamber":%d,"started":false}`, in.Chamber))
}

func move(_ context.Context, _ *mcp.CallToolRequest, in lotsIn) (*mcp.CallToolResult, any, error) {
	switch {
	case len(in.Lots) == 0:
		return say("No lots named, so the forklift stays parked.")
	case in.To == "hall":
		return say("Lots 12 and 13 are in the hall now. Lot 14 is frozen to the ground and stays in the yard.")
	case in.To == "attic":
		return say("Neither lot got up there. The lift to the attic is out of service until Thursday.")
	}
	return say(fmt.Sprintf("%d lots moved to the %s.", len(in.Lots), in.To))
}

func lot(_ context.Context, _ *mcp.CallToolRequest, in lotIn) (*mcp.CallToolResult, any, error) {
	if in.Lot == "41" {
		return say("Lot 41: larch, 38 mm. Rejected by the exporter for blue stain, failed the second bid, sold as firewood.")
	}
	return say("There is no lot " + in.Lot + " in the yard book.")
}

func grade(_ context.Context, _ *mcp.CallToolRequest, in lotIn) (*mcp.CallToolResult, any, error) {
	if in.Lot == "41" {
		return say(`{"valid":false,"errors":[{"board":7,"rule":"wane","message":"wane exceeds one third of the edge"},{"board":9,"rule":"knot","message":"knot of 52 mm"}]}`)
	}
	return say("12 boards looked at, 3 failed C24: knots over 40 mm in boards 2, 5 and 11.")
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "sawmill", Version: "0.9.3"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "cut_order", Description: "Cuts an open order now."}, cut)
	mcp.AddTool(s, &mcp.Tool{Name: "kiln_start", Description: "Starts the drying program of a chamber."}, kiln)
	mcp.AddTool(s, &mcp.Tool{Name: "move_lots", Description: "Moves lots to another place."}, move)
	mcp.AddTool(s, &mcp.Tool{Name: "lot", Description: "The entry of one lot in the yard book, by its number."}, lot)
	mcp.AddTool(s, &mcp.Tool{Name: "grade", Description: "Grades the boards of a lot by their strength."}, grade)
	mcp.AddTool(s, &mcp.Tool{Name: "search_lots", Description: "Searches the yard book."},
		func(_ context.Context, _ *mcp.CallToolRequest, in wordsIn) (*mcp.CallToolResult, any, error) {
			return say(fmt.Sprintf("Nothing in the yard matches %q.", in.Words))
		})
	mcp.AddTool(s, &mcp.Tool{Name: "shift_report", Description: "The numbers of the last shift."},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, shiftOut, error) {
			return nil, shiftOut{310, 2044, 6, []string{"E41 at 09:12", "E41 at 11:50"}, "closed"}, nil
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, "sawmill:", err)
		os.Exit(1)
	}
}
