package recordingtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// encode returns the file of answers: in place of an answer that is like an earlier one of the
// file stands the name of that request.
func (answers Answers) encode() ([]byte, error) {
	first, members := map[string]string{}, map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		text := string(show(answers[name]))
		if members[name] = answers[name]; first[text] != "" {
			members[name] = first[text]
			continue
		}
		first[text] = name
	}
	return lines(members)
}

// UnmarshalJSON decodes the file of answers.
func (answers *Answers) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	*answers = Answers{}
	for name, member := range members {
		var like string
		if json.Unmarshal(member, &like) == nil {
			member = members[like]
		}
		var a Answer
		if err := json.Unmarshal(member, &a); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		(*answers)[name] = a
	}
	return nil
}

// lines encodes a map with each of its members on a line of its own.
func lines[V any](members map[string]V) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("{")
	for i, name := range slices.Sorted(maps.Keys(members)) {
		key, err := compact(name)
		if err != nil {
			return nil, err
		}
		value, err := compact(members[name])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%s\n%s: %s", separator(i), key, value)
	}
	out.WriteString("\n}\n")
	return out.Bytes(), nil
}

// compact encodes a value on one line and leaves <, > and & as they are.
func compact(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
