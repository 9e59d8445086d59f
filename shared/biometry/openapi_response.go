package biometry

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ResponseSchemas returns the OpenAPI 3.1 component schemas of responses, by the names
// of the specification. Every member is required, and null where nothing is
// known. Further members are allowed, because later minor versions of the
// schema may add some. Each call returns a new map.
func ResponseSchemas() map[string]any {
	return map[string]any{
		"StandardAPIResponse": withDescription("A validated report and where it comes from. It may be uploaded again as a .json file", withOptional("evidence", ref("Evidence"), openObject(map[string]any{
			"data":       ref("BiometryReport"),
			"extra_data": refOrNull("ExtraReport"),
			"metadata":   ref("ResponseMetadata"),
			"biompin":    refOrNull("ShareInfo"),
		}))),
		"Evidence":       evidenceSchema(),
		"EvidenceSource": evidenceSourceSchema(),
		"BiometryReport": withDescription("One examination of both eyes", openObject(map[string]any{
			"biometer":         ref("BiometerInfo"),
			examDateField.Name: responseSchema(examDateField),
			"patient":          ref("PatientData"),
			"right_eye":        ref("BiometricData"),
			"left_eye":         ref("BiometricData"),
		})),
		"BiometerInfo":  withDescription("The device that measured", openObject(properties(biometerFields, fieldSchema))),
		"PatientData":   withDescription("What the report says of the person", openObject(properties(descriptions(patientFields), responseSchema))),
		"BiometricData": withDescription(aboutEye, openObject(properties(descriptions(eyeFields), responseSchema))),
		"ExtraReport": withDescription(aboutExtra, openObject(map[string]any{
			notesField.Name:         responseSchema(notesField),
			"posterior_keratometry": refOrNull("PosteriorKeratometry"),
		})),
		"PosteriorKeratometry": withDescription("Posterior (PK) and total (TK) keratometry", openObject(map[string]any{
			posteriorDeviceField.Name: responseSchema(posteriorDeviceField),
			"right_eye":               ref("PosteriorKeratometryData"),
			"left_eye":                ref("PosteriorKeratometryData"),
		})),
		"PosteriorKeratometryData": withDescription(aboutPosterior, openObject(properties(descriptions(posteriorFields), responseSchema))),
		"ResponseMetadata":         metadataSchema(),
		"ExtractionAI":             aiSchema(),
		"ExtractionDirect":         directSchema(),
		"SignOff":                  signOffSchema("at", "confirmed", "corrected"),
		"ShareInfo":                shareSchema(),
	}
}

// Descriptions with the rules that no keyword of JSON Schema can express.
var (
	aboutPair = fmt.Sprintf("The two magnitudes come together, and so do the two axes, which need the magnitudes. "+
		"1 is the flat meridian and 2 the steep one: the first magnitude is not greater than the second, "+
		"and the axes lie 90 degrees apart, within %d, unless the magnitudes are equal.", AxisTolerance)
	aboutEye = "One eye. A missing value is null and means neither zero nor normal. " +
		"Axes and CCT are whole numbers; fractions are refused and not rounded. " + aboutPair
	aboutPosterior = "One eye. A missing value is null. " + aboutPair + " This holds for PK and for TK."
	aboutExtra     = "What the report holds beside the biometry. After AI extraction it is null unless the device is one of " +
		strings.Join(extraDevices(), ", ")
)

func metadataSchema() map[string]any {
	return withDescription("Versions and provenance of this response", openObject(map[string]any{
		"request_id":     typed("string", "Correlation ID of this response"),
		"schema_version": typed("string", "Version of the report schema"),
		"app_version":    typed("string", "Version of the application"),
		"extraction": map[string]any{
			"oneOf": []any{ref("ExtractionAI"), ref("ExtractionDirect")},
			"discriminator": map[string]any{"propertyName": "method", "mapping": map[string]any{
				MethodAI:     schemaPath("ExtractionAI"),
				MethodDirect: schemaPath("ExtractionDirect"),
			}},
		},
	}))
}

func aiSchema() map[string]any {
	return withDescription("The values were read from a document", withLists(openObject(map[string]any{
		"method":               exactly(MethodAI),
		"timestamp":            dateTime(typed("string", "When the report was extracted")),
		"byok":                 withKeyword(typed("boolean", "Whether the caller's own provider key was used"), "default", false),
		"llm":                  typed("string", "Name of the model"),
		"input_schema_version": typed([]any{"string", "null"}, "Version that a re-uploaded document claimed; null for a fresh extraction"),
	})))
}

func directSchema() map[string]any {
	return withDescription("The values were entered directly, by a person or a program", withOptional("sign_off", ref("SignOff"), withLists(openObject(map[string]any{
		"method":               exactly(MethodDirect),
		"timestamp":            dateTime(typed("string", "The timestamp supplied, or when the document was received")),
		"input_schema_version": typed("string", "Version that the document claimed; the current one if it claimed none"),
		"source_app":           typed([]any{"string", "null"}, "Application that made the document, as declared by the client"),
		"source_version":       typed([]any{"string", "null"}, "Version of that application, as declared by the client"),
	}))))
}

// withOptional adds a member that need not be there to the schema of an object.
func withOptional(name string, member, schema map[string]any) map[string]any {
	schema["properties"].(map[string]any)[name] = member
	return schema
}

func evidenceSchema() map[string]any {
	byPath := func(about string) map[string]any {
		return map[string]any{"type": "object", "additionalProperties": ref("EvidenceSource"), "description": about}
	}
	withheld := byPath("By the paths in metadata.extraction.withheld: where the withheld values stand. The texts are what the page shows there, to lead a reviewer to the place; do not take them for values. Missing if no place is known")
	return withDescription("Only if evidence=true was asked for: where the values stand in the document. Boxes are found in its text layer or by OCR, not by a model", withOptional("withheld", withheld, openObject(map[string]any{
		"pages": map[string]any{
			"type": "array", "description": "The pages on which values stand",
			"items": openObject(map[string]any{
				"number": typed("integer", "From 1"),
				"width":  typed("number", "In points of a PDF, in pixels of a picture that stands upright"),
				"height": typed("number", "In the same unit"),
			}),
		},
		"values": byPath("By path, such as right_eye.AL or patient.id. A value whose place is not known is missing. right_eye." + PrintedMeanK + " and left_eye." + PrintedMeanK + " are where the document prints the mean of both corneal powers, to be compared with that of K1 and K2: a report has no such value"),
	})))
}

func evidenceSourceSchema() map[string]any {
	count := func(about string) map[string]any { return withKeyword(typed("integer", about), "minimum", 1) }
	readings := map[string]any{"type": "object", "description": "How many readings saw the value as it is returned, or the text of a withheld value; those of none are missing", "properties": map[string]any{
		"text_layer": count("1 if the document's own text has it"),
		"ocr":        count("Looks at the page by OCR"),
		"model":      count("Answers of a language model"),
	}}
	return withDescription("Where a value is printed", openObject(map[string]any{
		"page": typed("integer", "Number of the page"),
		"box": map[string]any{
			"type": "array", "minItems": 4, "maxItems": 4, "items": map[string]any{"type": "number", "minimum": 0, "maximum": 1},
			"description": "Left, top, right and bottom edge of the word, in shares of the page's width and height",
		},
		"text":     typed("string", "The value as it is printed, or as OCR saw it; empty for the patient's name"),
		"readings": readings,
	}))
}

// signOffSchema returns the schema of the record of a sign-off, for responses and uploads.
func signOffSchema(required ...string) map[string]any {
	paths := func(about string) map[string]any {
		return map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "description": "Paths without data. and extra_data., such as right_eye.AL, of values that were " + about}
	}
	return partialObject("Only if a person has compared the values with the document, as declared by the client. It proves nothing", map[string]any{
		"at":        dateTime(typed("string", "When it was signed off")),
		"by":        withKeyword(typed("string", "Who it was, if the client says so"), "maxLength", maxSource),
		"confirmed": paths("compared and are right"),
		"corrected": paths("changed, filled in or removed"),
	}, required...)
}

// withLists adds the optional members ignored and withheld to the schema of a provenance.
func withLists(schema map[string]any) map[string]any {
	properties := schema["properties"].(map[string]any)
	properties["withheld"] = withKeyword(withheldSchema(), "minItems", 1)
	properties["ignored"] = map[string]any{
		"type": "array", "minItems": 1, "items": map[string]any{"type": "string"},
		"description": "Only if there are some: the paths of members of the uploaded document that look like measurements and stand where none is read, " +
			"such as data.AL. At most 12, with ? for special characters",
	}
	return schema
}

// withheldSchema returns the schema of the list of withheld values, for responses and uploads.
func withheldSchema() map[string]any {
	reasons := WithheldReasons()
	meanings := []string{"Why it is doubtful, or the value that it belongs to is. Later versions may have more reasons."}
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		meanings = append(meanings, fmt.Sprintf("`%s`: %s.", reason, reasons[reason]))
	}
	return map[string]any{
		"type":        "array",
		"description": "Only if there are some: the values that the document has and data and extra_data have not, because they are doubtful",
		"items": partialObject("A withheld value", map[string]any{
			"field":  typed("string", "Its path without data. and extra_data., such as right_eye.AL"),
			"reason": typed("string", strings.Join(meanings, " ")),
		}, "field"),
	}
}

func shareSchema() map[string]any {
	return withDescription("How the response is found again", openObject(map[string]any{
		"pin":        typed([]any{"string", "null"}, "The full share code"),
		"expires_at": dateTime(typed([]any{"string", "null"}, "When the share expires")),
		"db_id":      typed([]any{"string", "null"}, "ID of the database that holds the share"),
	}))
}

// responseSchema returns the schema of a nullable field in a response, with its
// range as keywords.
func responseSchema(f Field) map[string]any {
	s := modelSchema(f)
	s["description"] = f.describe()
	if f.Kind == Number || f.Kind == Integer {
		s["minimum"], s["maximum"] = f.Min, f.Max
	}
	if f.MaxLength > 0 {
		s["maxLength"] = f.MaxLength
	}
	if f.Kind == Number {
		s["format"] = "double" // generated clients would otherwise read 23.51 as the float 23.510000228
	}
	return s
}
