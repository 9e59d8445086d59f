package biometry

import (
	"fmt"
	"maps"
	"strings"
)

// Schemas returns the component schemas of OpenAPI 3.1 by the specification's
// names, as responses look: every member is there, null where nothing is
// known. They stay open to further members, because later minor versions of
// the schema may add some. The map is new on each call.
func Schemas() map[string]any {
	return map[string]any{
		"StandardAPIResponse": described("A validated report and where it comes from. It may be uploaded again as a .json file", object(map[string]any{
			"data":       ref("BiometryReport"),
			"extra_data": refOrNull("ExtraReport"),
			"metadata":   ref("ResponseMetadata"),
			"biompin":    refOrNull("ShareInfo"),
		})),
		"BiometryReport": described("One examination of both eyes", object(map[string]any{
			"biometer":         ref("BiometerInfo"),
			examDateField.Name: nullable(examDateField),
			"patient":          ref("PatientData"),
			"right_eye":        ref("BiometricData"),
			"left_eye":         ref("BiometricData"),
		})),
		"BiometerInfo":  described("The device that measured", object(properties(biometerFields, required))),
		"PatientData":   described("What the report says of the person", object(properties(plain(patientFields), nullable))),
		"BiometricData": described(aboutEye, object(properties(plain(eyeFields), nullable))),
		"ExtraReport": described(aboutExtra, object(map[string]any{
			notesField.Name:         nullable(notesField),
			"posterior_keratometry": refOrNull("PosteriorKeratometry"),
		})),
		"PosteriorKeratometry": described("Posterior (PK) and total (TK) keratometry", object(map[string]any{
			posteriorDeviceField.Name: nullable(posteriorDeviceField),
			"right_eye":               ref("PosteriorKeratometryData"),
			"left_eye":                ref("PosteriorKeratometryData"),
		})),
		"PosteriorKeratometryData": described(aboutPosterior, object(properties(plain(posteriorFields), nullable))),
		"ResponseMetadata":         metadataSchema(),
		"ExtractionAI":             aiSchema(),
		"ExtractionDirect":         directSchema(),
		"ShareInfo":                shareSchema(),
	}
}

// The rules that no keyword of JSON Schema says.
var (
	aboutPair = fmt.Sprintf("The two magnitudes come together, and so do the two axes, which need the magnitudes. "+
		"1 is the flat meridian and 2 the steep one: the first magnitude is not greater than the second, "+
		"and the axes lie 90 degrees apart, within %d, unless the magnitudes are equal.", axisTolerance)
	aboutEye = "One eye. A missing value is null and means neither zero nor normal. " +
		"Axes and CCT are whole numbers; fractions are refused and not rounded. " + aboutPair
	aboutPosterior = "One eye. A missing value is null. " + aboutPair + " This holds for PK and for TK."
	aboutExtra     = "What the report holds beside the biometry. After AI extraction it is null unless the device is one of " +
		strings.Join(extraDevices(), ", ")
)

func metadataSchema() map[string]any {
	return described("Versions and provenance of this response", object(map[string]any{
		"request_id":     prose("string", "Correlation ID of this response"),
		"schema_version": prose("string", "Version of the report schema"),
		"app_version":    prose("string", "Version of the application"),
		"extraction": map[string]any{
			"oneOf": []any{ref("ExtractionAI"), ref("ExtractionDirect")},
			"discriminator": map[string]any{"propertyName": "method", "mapping": map[string]any{
				MethodAI:     pointer("ExtractionAI"),
				MethodDirect: pointer("ExtractionDirect"),
			}},
		},
	}))
}

func aiSchema() map[string]any {
	return described("The values were read from a document", object(map[string]any{
		"method":               constant(MethodAI),
		"timestamp":            moment(prose("string", "When the report was extracted")),
		"byok":                 with(prose("boolean", "Whether the caller's own provider key was used"), "default", false),
		"llm":                  prose("string", "Name of the model"),
		"input_schema_version": prose([]any{"string", "null"}, "Version that a re-uploaded document claimed; null for a fresh extraction"),
	}))
}

func directSchema() map[string]any {
	return described("The values were entered directly, by a person or a program", object(map[string]any{
		"method":               constant(MethodDirect),
		"timestamp":            moment(prose("string", "The timestamp supplied, or when the document was received")),
		"input_schema_version": prose("string", "Version that the document claimed; the current one if it claimed none"),
		"source_app":           prose([]any{"string", "null"}, "Application that made the document, as declared by the client"),
		"source_version":       prose([]any{"string", "null"}, "Version of that application, as declared by the client"),
	}))
}

func shareSchema() map[string]any {
	return described("How the response is found again", object(map[string]any{
		"pin":        prose([]any{"string", "null"}, "The full share code"),
		"expires_at": moment(prose([]any{"string", "null"}, "When the share expires")),
		"db_id":      prose([]any{"string", "null"}, "ID of the database that holds the share"),
	}))
}

// nullable is a field as responses hold it, with its range as keywords.
func nullable(f Field) map[string]any {
	s := said(f)
	s["description"] = f.about()
	if f.Kind == Number || f.Kind == Integer {
		s["minimum"], s["maximum"] = f.Min, f.Max
	}
	if f.Kind == Number {
		s["format"] = "double" // or generated clients make 23.510000228 of 23.51
	}
	return s
}

func described(what string, schema map[string]any) map[string]any {
	return with(schema, "description", what)
}

func pointer(name string) string { return "#/components/schemas/" + name }

func ref(name string) map[string]any { return map[string]any{"$ref": pointer(name)} }

func refOrNull(name string) map[string]any {
	return map[string]any{"anyOf": []any{ref(name), map[string]any{"type": "null"}}}
}

func prose(kind any, about string) map[string]any {
	return map[string]any{"type": kind, "description": about}
}

func constant(value string) map[string]any {
	return map[string]any{"type": "string", "const": value}
}

func moment(s map[string]any) map[string]any { return with(s, "format", "date-time") }

func with(s map[string]any, key string, value any) map[string]any {
	s = maps.Clone(s)
	s[key] = value
	return s
}
