package agent

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type retrieveArgs struct {
	Code string `json:"code"`
}

// addRetrieve adds the tool retrieve_share.
func (s *Server) addRetrieve() {
	addTool(s, &mcp.Tool{
		Name: "retrieve_share", Title: "Retrieve a shared report",
		Description:  "Returns the report that is shared under a code, word-word-123456. Never guess a code: the third wrong number destroys the share.",
		InputSchema:  object(members{"code": text("The share code, word-word-123456")}, "code"),
		OutputSchema: responseSchema(),
		Annotations:  &mcp.ToolAnnotations{DestructiveHint: new(true)}, // a wrong number counts as an attempt
	}, s.retrieve)
}

func (s *Server) retrieve(ctx context.Context, _ call, in retrieveArgs) (answer, error) {
	if in.Code == "" {
		return answer{}, errors.New("code is missing: give the share code, word-word-123456")
	}
	found, err := s.cfg.Service.Retrieve(ctx, in.Code)
	if err != nil {
		return answer{}, err
	}
	return responseAnswer(found.Response, found.Raw, found.KeyStatus), nil
}
