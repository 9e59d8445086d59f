package llmtest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// checkRequest returns the errors of a request: what a vendor would refuse, and a missing
// limit on the output, without which a call could become expensive. failed has the
// results of checks that differ between vendors: message → has failed.
func checkRequest(file []byte, schema object, maxTokens int, failed map[string]bool) error {
	all := maps.Clone(failed)
	all["no bound on the output"] = maxTokens <= 0
	var faults []error
	for _, message := range slices.Sorted(maps.Keys(all)) {
		if all[message] {
			faults = append(faults, errors.New(message))
		}
	}
	if len(file) == 0 {
		faults = append(faults, errNoDocument)
	}
	return errors.Join(append(faults, checkSchema("schema", schema)...)...)
}

// keywords are the keywords of JSON Schema that both vendors accept (the sources are in
// the README of worker/llm/prompt).
var keywords = []string{"type", "properties", "required", "additionalProperties", "enum", "anyOf", "description", "format"}

// checkSchema returns an error for each place where a schema does not conform to the rules
// of structured output: every object is closed, and every member is required. at is the
// place of the schema itself.
func checkSchema(at string, schema object) (faults []error) {
	if schema == nil {
		return []error{fmt.Errorf("%s: there is none", at)}
	}
	for keyword := range schema {
		if !slices.Contains(keywords, keyword) {
			faults = append(faults, fmt.Errorf("%s: %s is not taken", at, keyword))
		}
	}
	if values, _ := schema["enum"].([]any); slices.Contains(values, nil) {
		faults = append(faults, fmt.Errorf("%s: null in an enum", at))
	}
	if branches, ok := schema["anyOf"].([]any); ok {
		for i, b := range branches {
			branch, _ := b.(object)
			faults = append(faults, checkSchema(fmt.Sprintf("%s.anyOf[%d]", at, i), branch)...)
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
		faults = append(faults, checkSchema(at+"."+name, member)...)
	}
	return faults
}
