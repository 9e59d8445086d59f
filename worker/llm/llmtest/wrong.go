package llmtest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// wrong lists what a vendor would not take, and what would cost too much.
func wrong(file []byte, schema object, maxTokens int, more map[string]bool) error {
	all := maps.Clone(more)
	all["no bound on the output"] = maxTokens <= 0
	var faults []error
	for _, what := range slices.Sorted(maps.Keys(all)) {
		if all[what] {
			faults = append(faults, errors.New(what))
		}
	}
	if len(file) == 0 {
		faults = append(faults, errNoDocument)
	}
	return errors.Join(append(faults, strict("schema", schema)...)...)
}

// taken are the words of a schema that both vendors take (worker/llm/prompt's
// README has the sources).
var taken = []string{"type", "properties", "required", "additionalProperties", "enum", "anyOf", "description", "format"}

// strict holds a schema to what structured output asks for: every object
// closed, every member required.
func strict(at string, schema object) (faults []error) {
	if schema == nil {
		return []error{fmt.Errorf("%s: there is none", at)}
	}
	for word := range schema {
		if !slices.Contains(taken, word) {
			faults = append(faults, fmt.Errorf("%s: %s is not taken", at, word))
		}
	}
	if values, _ := schema["enum"].([]any); slices.Contains(values, nil) {
		faults = append(faults, fmt.Errorf("%s: null in an enum", at))
	}
	if branches, ok := schema["anyOf"].([]any); ok {
		for i, b := range branches {
			branch, _ := b.(object)
			faults = append(faults, strict(fmt.Sprintf("%s.anyOf[%d]", at, i), branch)...)
		}
	}
	members, _ := schema["properties"].(object)
	if schema["type"] == "object" || members != nil {
		required, _ := schema["required"].([]any)
		if len(required) != len(members) || schema["additionalProperties"] != false {
			faults = append(faults, fmt.Errorf("%s: an object that is not closed", at))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member, _ := members[name].(object)
		faults = append(faults, strict(at+"."+name, member)...)
	}
	return faults
}
