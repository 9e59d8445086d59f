package agent

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"biom/shared/client"
)

// call is one call of a tool.
type call struct {
	*mcp.CallToolRequest

	notifies bool // progress can be sent
}

// answer is what a tool returns.
type answer struct {
	text    string             // for the model
	output  stdjson.RawMessage // as the tool's output schema says
	content []mcp.Content      // further content
}

// errInternal is the error of a tool that has panicked.
var errInternal = errors.New("something went wrong in biom itself; try again, and report it if it persists")

// addTool adds a tool whose arguments are of the type In. An error of run becomes a tool error, which the
// model sees.
func addTool[In any](s *Server, t *mcp.Tool, run func(context.Context, call, In) (answer, error)) {
	s.mcp.AddTool(t, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a, err := guarded(s.cfg.Log, t.Name, func() (a answer, err error) {
			var in In
			if err := readArguments(r.Params.Arguments, &in); err != nil {
				return a, err
			}
			return run(ctx, call{r, s.cfg.Files != nil}, in)
		})
		if err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: explain(err)}}}, nil
		}
		content := append([]mcp.Content{&mcp.TextContent{Text: a.text}}, a.content...)
		return &mcp.CallToolResult{Content: content, StructuredContent: a.output}, nil
	})
}

// guarded runs a tool. If it panics, the log gets the panic's type and stack only, because its value
// may quote a document.
func guarded(log *slog.Logger, tool string, run func() (answer, error)) (a answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			log.Error("a tool panicked", "tool", tool, "type", fmt.Sprintf("%T", cause), "stack", string(debug.Stack()))
			a, err = answer{}, errInternal
		}
	}()
	return run()
}

// readArguments reads the arguments of a call. Documents in them stay as they are: the service says what is
// wrong with them, also of members that are there twice.
func readArguments(arguments []byte, in any) error {
	if len(arguments) == 0 {
		arguments = []byte("{}")
	}
	err := json.Unmarshal(arguments, in, json.RejectUnknownMembers(true), jsontext.AllowDuplicateNames(true))
	if err == nil {
		return nil
	}
	if fault, ok := errors.AsType[*json.SemanticError](err); ok && fault.JSONPointer != "" {
		return fmt.Errorf("the argument %s is not one that the tool takes, or is of another type; see the tool's input schema", fault.JSONPointer)
	}
	return errors.New("the arguments are not as the tool's input schema says")
}

// progress tells the agent how far a request is, if it has asked for that.
func (c call) progress(ctx context.Context, e client.Event) {
	token := c.Params.GetProgressToken()
	if token == nil || !c.notifies {
		return
	}
	_ = c.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // an agent that is gone is noticed when it is answered
		ProgressToken: token, Message: e.Message, Progress: e.Progress, Total: 1,
	})
}

// explain returns the text of an error: what was wrong, where, and what to do.
func explain(err error) string {
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		text := sentence(strings.ReplaceAll(err.Error(), "client: ", ""))
		switch {
		case errors.Is(err, client.ErrIncomplete):
			text += " The service may have processed and charged the request all the same."
		case errors.Is(err, client.ErrUnreachable):
			text += " Is the service running, and is its address right?"
		}
		return text
	}
	var b strings.Builder
	b.WriteString(sentence(e.Message))
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, " Try again in %s.", e.RetryAfter)
	}
	for _, fault := range e.Faults() {
		b.WriteString("\n- " + strings.TrimSpace(fault.Path+" "+fault.Message))
	}
	fmt.Fprintf(&b, "\n(%s)", strings.Join(strings.Fields(fmt.Sprintf("%d %s %s %s", e.Status, e.Code, e.Reason(), e.RequestID)), ", "))
	return b.String()
}

// sentence returns a text with a full stop at its end.
func sentence(text string) string {
	return strings.TrimRight(strings.TrimSpace(text), ".") + "."
}
