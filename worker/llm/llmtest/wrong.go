package llmtest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// wrong returns the errors of a request: what a vendor would refuse, and a missing limit
// on the output, which could become expensive. more holds further checks: message → is
// wrong.
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

// keywords are those of JSON Schema that both vendors accept (the sources are in the
// README of worker/llm/prompt).
var keywords = []string{"type", "properties", "required", "additionalProperties", "enum", "anyOf", "description", "format"}

// strict returns where a schema does not conform to the rules of structured output: every
// object is closed, and every member is required.
func strict(at string, schema object) (faults []error) {
	if schema == nil {
		return []error{fmt.Errorf("%s: there is none", at)}
	}
	for word := range schema {
		if !slices.Contains(keywords, word) {
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
