package docs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// description is the part of the API's description (OpenAPI 3.1) that the pages use.
type description struct {
	Paths      map[string]map[string]operation
	Components struct {
		Schemas map[string]schema
	}
}

type operation struct {
	Parameters []parameter
	Responses  map[string]struct{ Description string }
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                schema
}

// schema is the part of JSON Schema that the description uses.
type schema struct {
	Ref         string `json:"$ref"`
	Type        any    // a string or a list of strings
	Const       any
	Enum        []any
	Default     any
	Description string
	Properties  map[string]schema
	Items       *schema
	AnyOf       []schema
	OneOf       []schema
}

func (d description) schemaTable(name string) (string, error) {
	s, ok := d.Components.Schemas[name]
	if !ok {
		return "", fmt.Errorf("the description of the API has no schema %q", name)
	}
	rows := [][]string{{"Field", "Type", "Meaning"}}
	for _, member := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[member]
		rows = append(rows, []string{codeOf(member), p.kind(), p.about()})
	}
	return markdownTable(rows), nil
}

// route returns the operation with a name of method and path, such as "GET /api/v1/status".
func (d description) route(name string) (operation, error) {
	method, path, _ := strings.Cut(name, " ")
	op, ok := d.Paths[path][strings.ToLower(method)]
	if !ok {
		return op, fmt.Errorf("the description of the API has no route %q", name)
	}
	return op, nil
}

func (d description) parameterTable(name string) (string, error) {
	op, err := d.route(name)
	rows := [][]string{{"Parameter", "In", "Type", "Meaning"}}
	for _, p := range op.Parameters {
		about := p.Description
		if p.Required {
			about = "Required. " + about
		}
		rows = append(rows, []string{codeOf(p.Name), p.In, p.Schema.kind(), about})
	}
	return markdownTable(rows), err
}

func (d description) answerTable(name string) (string, error) {
	op, err := d.route(name)
	rows := [][]string{{"Status", "When"}}
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		rows = append(rows, []string{status, op.Responses[status].Description})
	}
	return markdownTable(rows), err
}

// kind returns the type of a value in words.
func (s schema) kind() string {
	switch {
	case s.Ref != "":
		return codeOf(s.Ref[strings.LastIndex(s.Ref, "/")+1:])
	case len(s.AnyOf)+len(s.OneOf) > 0:
		return s.alternatives()
	case s.Const != nil:
		return codeOf(fmt.Sprint(s.Const))
	case s.Enum != nil:
		return listValues(s.Enum)
	case s.Items != nil:
		return "array of " + s.Items.kind()
	}
	if types, ok := s.Type.([]any); ok {
		return joinTypes(types)
	}
	return fmt.Sprint(s.Type)
}

// alternatives returns the types that a value may have in words.
func (s schema) alternatives() string {
	var kinds []string
	for _, o := range slices.Concat(s.AnyOf, s.OneOf) {
		kinds = append(kinds, o.kind())
	}
	return strings.Join(kinds, " or ")
}

func listValues(values []any) string {
	var all []string
	for _, v := range values {
		all = append(all, codeOf(fmt.Sprint(v)))
	}
	return strings.Join(all, ", ")
}

func joinTypes(types []any) string {
	var all []string
	for _, v := range types {
		all = append(all, fmt.Sprint(v))
	}
	return strings.Join(all, " or ")
}

// about returns the description of a value, with its default.
func (s schema) about() string {
	if s.Default == nil {
		return s.Description
	}
	return strings.TrimSpace(fmt.Sprintf("%s. Default: `%v`", strings.TrimSuffix(s.Description, "."), s.Default))
}
