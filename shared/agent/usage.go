package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"biom/shared/client"
)

type usageArgs struct {
	Validate bool `json:"validate"`
}

// addUsage adds the tool usage.
func (s *Server) addUsage() {
	addTool(s, &mcp.Tool{
		Name: "usage", Title: "Show usage",
		Description:  "Shows what is used and left of each quota within 24 hours, and whether the keys are valid. Costs nothing.",
		InputSchema:  object(members{"validate": boolean("Have the provider key checked by its vendor, which takes a second or two")}),
		OutputSchema: usageSchema(),
		Annotations:  &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, s.usage)
}

func (s *Server) usage(ctx context.Context, _ call, in usageArgs) (answer, error) {
	u, err := s.cfg.Service.Usage(ctx, in.Validate)
	if err != nil {
		return answer{}, err
	}
	output, err := json.Marshal(u)
	return answer{text: usageText(u), output: output}, err
}

// usageText returns a line for each quota and each key.
func usageText(u *client.Usage) string {
	var b strings.Builder
	for _, row := range []struct {
		purpose string
		engine  client.EngineUsage
	}{
		{"Reading PDFs and images", u.Engines.BiomAI},
		{"The same with your provider key", u.Engines.BiomAIBYOK},
		{"Validating JSON", u.Engines.BiomJSON},
		{"Retrieving shares", u.Engines.Retrieve},
	} {
		fmt.Fprintf(&b, "%s: %s of %s credits used, %s left", row.purpose, credits(row.engine.Used), credits(row.engine.Limit), credits(max(row.engine.Limit-row.engine.Used, 0)))
		if wait := row.engine.ResetsIn(); wait > 0 {
			fmt.Fprintf(&b, ", more in %s", wait)
		}
		b.WriteString("\n")
	}
	if u.UserID == nil {
		b.WriteString("Counted by address, with the public limits.")
	} else {
		fmt.Fprintf(&b, "Counted for the user %q.", *u.UserID)
	}
	keyLine(&b, "service", u.Keys.Service.Provided, u.Keys.Service.Valid)
	keyLine(&b, "provider", u.Keys.Provider.Provided, u.Keys.Provider.Valid)
	return b.String()
}

// keyLine writes what is known of a key. valid is nil if it was not checked, or could not be.
func keyLine(b *strings.Builder, name string, provided bool, valid *bool) {
	switch {
	case !provided:
	case valid == nil:
		fmt.Fprintf(b, "\nThe %s key was not checked.", name)
	case *valid:
		fmt.Fprintf(b, "\nThe %s key is valid.", name)
	default:
		fmt.Fprintf(b, "\nThe %s key is not valid.", name)
	}
}

func credits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
