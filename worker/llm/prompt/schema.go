package prompt

import "slices"

// portable returns a schema that every vendor accepts. The only thing that it rewrites is
// null in the list of an enum: Gemini wants only strings there ("enum[4]: cannot be
// empty"), others want only values of the enum's type. The model must be able to answer
// null, so such an enum becomes one branch of an anyOf whose other branch is null.
func portable(schema map[string]any) map[string]any {
	out := map[string]any{}
	for keyword, v := range schema {
		switch v := v.(type) {
		case map[string]any: // properties
			members := map[string]any{}
			for name, s := range v {
				members[name] = portable(s.(map[string]any))
			}
			out[keyword] = members
		case []any:
			out[keyword] = portableList(v)
		default:
			out[keyword] = v
		}
	}
	values, _ := out["enum"].([]any)
	if at := slices.Index(values, nil); at >= 0 {
		named := map[string]any{"type": "string", "enum": slices.Delete(slices.Clone(values), at, at+1)}
		delete(out, "enum")
		delete(out, "type")
		out["anyOf"] = []any{named, map[string]any{"type": "null"}}
	}
	return out
}

// portableList rewrites the schemas in a list; names and values stay as they are.
func portableList(list []any) []any {
	out := slices.Clone(list)
	for i, v := range out {
		if s, ok := v.(map[string]any); ok {
			out[i] = portable(s)
		}
	}
	return out
}
