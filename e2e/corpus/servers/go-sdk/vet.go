// A veterinary practice's desk on the official Go SDK: Go 1.26, github.com/modelcontextprotocol/go-sdk v1.8.0.
// Built with `go build -trimpath -o vet vet.go` in a module that requires it.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type animal struct {
	Animal string `json:"animal" jsonschema:"name of the animal"`
}
type words struct {
	Words string `json:"words"`
}
type reminders struct {
	Owners []string `json:"owners"`
}

func say(s string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
}

var findings = map[string]string{
	"Mimi":  "Heart failure ruled out. Liver values abnormal, kidney function denied no reserve; no parasites found.",
	"Rex":   `{"animal":"Rex","tests":[{"name":"heartworm","result":"negative"},{"name":"rabies titre","result":"failed to reach 0.5 IU/ml"}],"errors":[]}`,
	"Hansi": `{"animal":"Hansi","status":"deceased","cause":"organ failure"}`,
	"Bella": "Error of the scale: 50 g. Weight 31.4 kg. The owner refused the dental cleaning.",
}

func order(ctx context.Context, _ *mcp.CallToolRequest, in animal) (*mcp.CallToolResult, any, error) {
	switch in.Animal {
	case "Mimi":
		return say("Ordered 20 tablets for Mimi. Known interactions: none. If vomiting occurs, stop: the treatment has failed.")
	case "Rex":
		return say("The order was not placed because the wholesaler's certificate has expired.")
	case "Hansi":
		return say(`{"ok":false,"code":"OUT_OF_STOCK","message":"no drops for birds until the 14th"}`)
	case "Bella":
		return nil, nil, fmt.Errorf("Bella weighs 31.4 kg; the drug comes for up to 25 kg only, order Fortekor 20 instead")
	case "Otto":
		return nil, nil, &jsonrpc.Error{Code: -32000, Message: "pharmacy terminal is locked by another user"}
	case "Luna":
		var shelf map[string]int
		shelf["Luna"]++
	}
	return nil, nil, fmt.Errorf("no animal %q in the card index; find_patient searches it by parts of a name", in.Animal)
}

func remind(ctx context.Context, _ *mcp.CallToolRequest, in reminders) (*mcp.CallToolResult, any, error) {
	if len(in.Owners) == 0 {
		return say("Nobody to remind.")
	}
	lines := []string{}
	for i, owner := range in.Owners {
		switch {
		case i%2 == 1:
			lines = append(lines, owner+": SMS rejected by the operator, not delivered")
		default:
			lines = append(lines, owner+": SMS sent")
		}
	}
	return say(strings.Join(lines, "\n"))
}

func scan(ctx context.Context, _ *mcp.CallToolRequest, in animal) (*mcp.CallToolResult, any, error) {
	wait := 200 * time.Millisecond
	if in.Animal == "Bella" {
		wait = 1500 * time.Millisecond
	}
	log.Printf("ERROR scanner: calibration of %s overdue, continuing", in.Animal)
	time.Sleep(wait)
	return say("X-ray of " + in.Animal + ": no fracture, no foreign body found.")
}

func main() {
	log.SetFlags(0)
	s := mcp.NewServer(&mcp.Implementation{Name: "vet", Version: "2.2.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "lab_report", Description: "The last laboratory report of an animal."},
		func(_ context.Context, _ *mcp.CallToolRequest, in animal) (*mcp.CallToolResult, any, error) {
			report, ok := findings[in.Animal]
			if !ok {
				return say("")
			}
			return say(report)
		})
	mcp.AddTool(s, &mcp.Tool{Name: "find_patient", Description: "Searches the card index."},
		func(_ context.Context, _ *mcp.CallToolRequest, in words) (*mcp.CallToolResult, any, error) {
			if in.Words == "iguana" {
				return say("No cards match \"iguana\".")
			}
			return say("[]")
		})
	mcp.AddTool(s, &mcp.Tool{Name: "order_drug", Description: "Orders the drug that was prescribed."}, order)
	mcp.AddTool(s, &mcp.Tool{Name: "remind", Description: "Sends reminders of vaccinations."}, remind)
	mcp.AddTool(s, &mcp.Tool{Name: "scan", Description: "Takes an X-ray."}, scan)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, "vet:", err)
		os.Exit(1)
	}
}
