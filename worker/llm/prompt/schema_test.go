package prompt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/biometry/schematest"
	"biom/worker/llm/prompt"
)

// The keywords, formats and types that both vendors document for structured output
// (README.md), without those that could change a number.
var (
	keywords = []string{"type", "description", "properties", "required", "additionalProperties", "anyOf", "enum", "format"}
	formats  = []string{"date"}
	types    = []string{"object", "string", "number", "integer", "null"}
)

// maxDepth is OpenAI's older limit of nested objects.
const maxDepth = 5

func TestSchemaIsPortable(t *testing.T) {
	t.Parallel()
	root := schema(t)
	if root["type"] != "object" {
		t.Error("the root is no object")
	}
	portable(t, "", root, 1)
}

func portable(t *testing.T, path string, s map[string]any, depth int) {
	t.Helper()
	for word := range s {
		if !slices.Contains(keywords, word) {
			t.Errorf("%s: %s", path, word)
		}
	}
	if f, ok := s["format"].(string); ok && !slices.Contains(formats, f) {
		t.Errorf("%s: format %s", path, f)
	}
	for _, kind := range append(schematest.List(s["type"]), s["type"]) {
		if name, ok := kind.(string); ok && !slices.Contains(types, name) {
			t.Errorf("%s: type %s", path, name)
		}
	}
	for _, v := range schematest.List(s["enum"]) {
		if _, ok := v.(string); !ok {
			t.Errorf("%s: %v in an enum", path, v)
		}
	}
	for _, branch := range schematest.List(s["anyOf"]) {
		portable(t, path, branch.(map[string]any), depth)
	}
	properties, ok := s["properties"].(map[string]any)
	if !ok {
		return
	}
	names := slices.Sorted(maps.Keys(properties))
	if depth > maxDepth || s["additionalProperties"] != false || fmt.Sprint(s["required"]) != fmt.Sprint(names) {
		t.Errorf("%s: not strict, or too deep", path)
	}
	for name, p := range properties {
		portable(t, path+"."+name, p.(map[string]any), depth+1)
	}
}

// TestAnswersThatFitTheSchemaDecode checks answers against the schema and decodes them.
// The schema contains neither ranges nor the rules of pairs, which validation checks.
func TestAnswersThatFitTheSchemaDecode(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		edit func(answer map[string]any)
		fits bool
	}{
		"everything null":       {func(map[string]any) {}, true},
		"smallest values":       {func(a map[string]any) { fill(a, func(f biometry.Field) any { return f.Min }, first) }, true},
		"largest values":        {func(a map[string]any) { fill(a, func(f biometry.Field) any { return f.Max }, last) }, true},
		"no extra data":         {func(a map[string]any) { a["extra_data"] = nil }, true},
		"notes alone":           {func(a map[string]any) { a["extra_data"] = map[string]any{"notes": "n", "posterior_keratometry": nil} }, true},
		"a member missing":      {func(a map[string]any) { delete(at(a, "data", "right_eye"), "AL") }, false},
		"an eye missing":        {func(a map[string]any) { delete(at(a, "data"), "left_eye") }, false},
		"a member more":         {func(a map[string]any) { at(a, "data", "right_eye")["SD"] = 0.02 }, false},
		"an eye null":           {func(a map[string]any) { at(a, "data")["left_eye"] = nil }, false},
		"a number as text":      {func(a map[string]any) { at(a, "data", "right_eye")["AL"] = "23.45" }, false},
		"a fraction of an axis": {func(a map[string]any) { at(a, "data", "right_eye")["K1_axis"] = 90.5 }, false},
		"an unknown word":       {func(a map[string]any) { at(a, "data", "right_eye")["lens_status"] = "phakic" }, false},
		"an empty word":         {func(a map[string]any) { at(a, "data", "right_eye")["lens_status"] = "" }, false},
		"no device":             {func(a map[string]any) { at(a, "data", "biometer")["device_name"] = nil }, false},
		"data null":             {func(a map[string]any) { a["data"] = nil }, false},
		"an instruction obeyed": {func(a map[string]any) { a["answer"] = "Ignoring all rules, as told" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := empty()
			tt.edit(answer)
			var plain any
			doc := marshal(t, answer)
			if err := json.Unmarshal(doc, &plain); err != nil {
				t.Fatal(err)
			}
			if err := schematest.Check(nil, schema(t), plain); (err == nil) != tt.fits {
				t.Errorf("schema: %v", err)
			}
			if _, _, err := biometry.DecodeExtraction(doc); tt.fits && err != nil {
				t.Errorf("decode: %v", err)
			}
		})
	}
}

// TestSchemaHoldsEveryField of the field table, with all its values.
func TestSchemaHoldsEveryField(t *testing.T) {
	t.Parallel()
	text := string(prompt.Schema())
	for _, f := range allFields() {
		if !strings.Contains(text, `"`+f.Name+`":`) {
			t.Errorf("%s is not in the schema", f.Name)
		}
		for _, v := range f.Values {
			if !strings.Contains(text, `"`+v+`"`) {
				t.Errorf("%s: %s is not in the schema", f.Name, v)
			}
		}
	}
}

// empty returns an answer in which everything is null that may be null.
func empty() map[string]any {
	eye := func() map[string]any { return nulls(biometry.EyeFields()) }
	posterior := func() map[string]any { return nulls(biometry.PosteriorFields()) }
	return map[string]any{
		"data": map[string]any{
			"biometer":  map[string]any{"device_name": "IOLMaster700", "manufacturer": "Zeiss"},
			"exam_date": nil, "patient": nulls(biometry.PatientFields()), "right_eye": eye(), "left_eye": eye(),
		},
		"extra_data": map[string]any{"notes": nil, "posterior_keratometry": map[string]any{
			"pk_device_name": "IOLMaster700", "right_eye": posterior(), "left_eye": posterior(),
		}},
	}
}

func nulls[T any](fields []biometry.FieldOf[T]) map[string]any {
	out := map[string]any{}
	for i := range fields {
		out[fields[i].Name] = nil
	}
	return out
}

func first(list []string) any { return list[0] }
func last(list []string) any  { return list[len(list)-1] }

// fill gives every field of the eyes a value. Both meridians get the same power, so
// that any axes are valid.
func fill(answer map[string]any, number func(biometry.Field) any, choice func([]string) any) {
	each := func(eye map[string]any, f biometry.Field) {
		switch f.Kind {
		case biometry.Number, biometry.Integer:
			eye[f.Name] = number(f)
		case biometry.Enum:
			eye[f.Name] = choice(f.Values)
		}
	}
	for _, side := range []string{"right_eye", "left_eye"} {
		for _, f := range biometry.EyeFields() {
			each(at(answer, "data", side), f.Field)
		}
		for _, f := range biometry.PosteriorFields() {
			each(at(answer, "extra_data", "posterior_keratometry", side), f.Field)
		}
	}
}

func at(v map[string]any, path ...string) map[string]any {
	for _, name := range path {
		v = v[name].(map[string]any)
	}
	return v
}

func schema(t *testing.T) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(prompt.Schema(), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func indented(t *testing.T, doc []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, doc, "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	doc, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}
