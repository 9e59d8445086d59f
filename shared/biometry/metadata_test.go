package biometry_test

import (
	"testing"

	"biom/shared/biometry"
)

func TestSchemaVersionMustBeOneXY(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"1.0.0", "1.1.0", "1.2.0", "1.99.12345"} {
		out := decode(t, withRoot(`"metadata":{"schema_version":"`+good+`"}`))
		if m := out.Metadata; m.SchemaVersion != biometry.SchemaVersion || *m.Extraction.InputSchemaVersion != good {
			t.Errorf("%s: %+v", good, m)
		}
	}
	for bad, part := range map[string]string{
		`"2.0.0"`: "major version", `"0.9.0"`: "major version", `"11.0.0"`: "major version", `"banana"`: "three numbers",
		`"1"`: "three numbers", `"1.1"`: "three numbers", `"1.1.0.0"`: "three numbers", `"1.1.0-rc1"`: "three numbers",
		`"v1.1.0"`: "three numbers", `"1..0"`: "three numbers", `" 1.1.0"`: "three numbers", `""`: "three numbers",
		`"1.+1.0"`: "three numbers", `"1.1.1234567890"`: "three numbers", `"1.١.0"`: "three numbers",
		`null`: "not null", `1.1`: "not a number", `{}`: "not an object", `true`: "not a boolean",
	} {
		expectFaults(t, faults(t, withRoot(`"metadata":{"schema_version":`+bad+`}`)), "metadata.schema_version: "+part)
	}
	for _, none := range []string{minimal, withRoot(`"metadata":{}`), saved(`"method":"DIRECT"`)} {
		if got := *decode(t, none).Metadata.Extraction.InputSchemaVersion; got != "1.1.0" {
			t.Errorf("no version claimed: %s", got)
		}
	}
}

// Specification, process, rules 6 and 7, and "AI provenance on re-upload".
func TestProvenance(t *testing.T) {
	t.Parallel()
	const direct = `{"method":"DIRECT","timestamp":"2026-03-14T12:00:00.000Z","input_schema_version":"1.1.0","source_app":null,"source_version":null}`
	for in, want := range map[string]string{
		``:                                         direct,
		`"method":"AI"`:                            direct,
		`"method":"AI","llm":""`:                   direct,
		`"method":"AI","llm":" "`:                  direct,
		`"method":"AI","llm":null`:                 direct,
		`"method":"AI","llm":5`:                    direct,
		`"method":"ai","llm":"m"`:                  direct,
		`"method":"AI ","llm":"m"`:                 direct,
		`"method":null,"llm":"m"`:                  direct,
		`"method":5,"llm":"m"`:                     direct,
		`"llm":"m","byok":"x"`:                     direct,
		`"method":"DIRECT","timestamp":5`:          direct,
		`"source_app":"","source_version":null`:    direct,
		`"method":"AI","llm":"m"`:                  `{"method":"AI","timestamp":"2026-03-14T12:00:00.000Z","byok":false,"llm":"m","input_schema_version":"1.1.0"}`,
		`"method":"\u0041I","llm":"m","byok":null`: `{"method":"AI","timestamp":"2026-03-14T12:00:00.000Z","byok":false,"llm":"m","input_schema_version":"1.1.0"}`,
		`"method":"AI","llm":"m","byok":true,"timestamp":"2025-01-02T03:04Z"`: `{"method":"AI","timestamp":"2025-01-02T03:04:00.000Z","byok":true,"llm":"m","input_schema_version":"1.1.0"}`,
		`"method":"AI","llm":"m","source_app":5,"input_schema_version":5`:     `{"method":"AI","timestamp":"2026-03-14T12:00:00.000Z","byok":false,"llm":"m","input_schema_version":"1.1.0"}`,
		`"source_app":"EHR","source_version":"7"`:                             `{"method":"DIRECT","timestamp":"2026-03-14T12:00:00.000Z","input_schema_version":"1.1.0","source_app":"EHR","source_version":"7"}`,
		`"method":"x","llm":"m","source_app":"EHR"`:                           `{"method":"DIRECT","timestamp":"2026-03-14T12:00:00.000Z","input_schema_version":"1.1.0","source_app":"EHR","source_version":null}`,
	} {
		for _, doc := range []string{saved(in), withRoot(`"metadata":{"extraction":{` + in + `}}`)} {
			if got := string(marshal(t, decode(t, doc).Metadata.Extraction)); got != want {
				t.Errorf("%s became %s, want %s", in, got, want)
			}
		}
	}
}

func TestProvenanceFaults(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		`"extraction":null`: {"metadata.extraction: not null"},
		`"extraction":"AI"`: {"metadata.extraction: not a string"},
		`"extraction":{"source_app":5,"source_version":[]}`:       {"metadata.extraction.source_app: a string or null", "metadata.extraction.source_version: a string or null"},
		`"extraction":{"method":"AI","llm":"m","byok":"yes"}`:     {"metadata.extraction.byok: boolean"},
		`"extraction":{"method":"AI","llm":"m\u0000"}`:            {"metadata.extraction.llm: control"},
		`"extraction":{"Method":"AI"}`:                            {`metadata.extraction.method: must be "method"`},
		`"Schema_Version":"1.0.0"`:                                {`metadata.schema_version: must be "schema_version"`},
		`"schema_version":"2.0.0","extraction":{"source_app":{}}`: {"metadata.schema_version: major", "metadata.extraction.source_app: string"},
	} {
		expectFaults(t, faults(t, withRoot(`"metadata":{`+in+`}`)), want...)
	}
}

// Specification: "Supplied parseable ISO timestamp, else current UTC time."
func TestTimestampIsKeptOrReplacedByNow(t *testing.T) {
	t.Parallel()
	const now = "2026-03-14T12:00:00.000Z"
	for in, want := range map[string]string{
		"2025-01-02T03:04:05Z":             "2025-01-02T03:04:05.000Z",
		"2025-01-02t03:04:05z":             "2025-01-02T03:04:05.000Z",
		"2025-01-02T03:04:05+02:00":        "2025-01-02T03:04:05.000+02:00",
		"2025-01-02T03:04:05-0330":         "2025-01-02T03:04:05.000-03:30",
		"2025-01-02T03:04:05+02":           "2025-01-02T03:04:05.000+02:00",
		"2025-01-02T03:04:05":              "2025-01-02T03:04:05.000Z",
		"2025-01-02T03:04:05.123456":       "2025-01-02T03:04:05.123Z",
		"2025-01-02T03:04:05.120000+00:00": "2025-01-02T03:04:05.120Z",
		"2025-01-02T03:04:05.9999999Z":     "2025-01-02T03:04:05.999Z",
		"2025-01-02T03:04:05,5Z":           "2025-01-02T03:04:05.500Z",
		"2025-01-02 03:04:05":              "2025-01-02T03:04:05.000Z",
		"2025-01-02 03:04:05+01:00":        "2025-01-02T03:04:05.000+01:00",
		"2025-01-02T03:04":                 "2025-01-02T03:04:00.000Z",
		"20250102T030405Z":                 "2025-01-02T03:04:05.000Z",
		"2025-01-02":                       "2025-01-02T00:00:00.000Z",
		"":                                 now,
		"yesterday":                        now,
		"2025-02-30T00:00:00Z":             now,
		"2025-01-02T25:00:00Z":             now,
		"2025-01-02T03:04:05+24:00":        now,
		"2025-01-02T03:04:05+99:99":        now,
		"0000-01-02T03:04:05Z":             now,
		"1741953600":                       now,
		"2025-01-02T03:04:05Z\\u0000":      now,
		"2025-01-02T03:04:05[Europe/Rome]": now,
	} {
		for _, method := range []string{`"AI","llm":"m"`, `"DIRECT"`} {
			doc := withRoot(`"metadata":{"extraction":{"method":` + method + `,"timestamp":"` + in + `"}}`)
			if got := decode(t, doc).Metadata.Extraction.Timestamp; got != want {
				t.Errorf("%q became %s, want %s", in, got, want)
			}
		}
	}
}
