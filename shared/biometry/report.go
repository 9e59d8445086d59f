package biometry

import (
	"encoding/json"
	"errors"
	"fmt"
)

// SchemaVersion is the version of the report schema that this package writes.
// Documents of any 1.x.y are read.
const SchemaVersion = "1.1.0"

// Response is the StandardAPIResponse of the specification: what process and
// retrieve answer, and what may be uploaded again.
type Response struct {
	Data      Report   `json:"data"`
	ExtraData *Extra   `json:"extra_data"`
	Metadata  Metadata `json:"metadata"`
	Biompin   *Share   `json:"biompin"`
}

// Report is the BiometryReport: one examination of both eyes.
type Report struct {
	Biometer Biometer `json:"biometer"`
	ExamDate *string  `json:"exam_date"` // YYYY-MM-DD
	Patient  Patient  `json:"patient"`
	RightEye Eye      `json:"right_eye"`
	LeftEye  Eye      `json:"left_eye"`
}

// Biometer names the device that measured.
type Biometer struct {
	DeviceName   string `json:"device_name"`
	Manufacturer string `json:"manufacturer"`
}

// Patient is what a report says of the person. Name is initials once validated.
type Patient struct {
	Name        *string `json:"name"`
	ID          *string `json:"id"`
	DateOfBirth *string `json:"date_of_birth"` // YYYY-MM-DD
	Gender      *string `json:"gender"`
}

// Eye is the BiometricData of one eye. A nil field was not measured or not
// found; it never means zero or normal. Units and ranges are in [EyeFields].
type Eye struct {
	AL                *float64 `json:"AL"`
	ACD               *float64 `json:"ACD"`
	K1Magnitude       *float64 `json:"K1_magnitude"`
	K1Axis            *int     `json:"K1_axis"`
	K2Magnitude       *float64 `json:"K2_magnitude"`
	K2Axis            *int     `json:"K2_axis"`
	WTW               *float64 `json:"WTW"`
	LT                *float64 `json:"LT"`
	CCT               *int     `json:"CCT"`
	LensStatus        *string  `json:"lens_status"`
	PostRefractive    *string  `json:"post_refractive"`
	KeratometricIndex *float64 `json:"keratometric_index"`
}

// Extra is the ExtraReport: what a report holds beside the core biometry.
type Extra struct {
	Notes                *string     `json:"notes"`
	PosteriorKeratometry *Posteriors `json:"posterior_keratometry"`
}

// Posteriors is the PosteriorKeratometry of both eyes.
type Posteriors struct {
	DeviceName *string   `json:"pk_device_name"`
	RightEye   Posterior `json:"right_eye"`
	LeftEye    Posterior `json:"left_eye"`
}

// Posterior is the PosteriorKeratometryData of one eye: posterior (PK) and
// total (TK) keratometry. Units and ranges are in [PosteriorFields].
type Posterior struct {
	PK1Magnitude *float64 `json:"PK1_magnitude"`
	PK1Axis      *int     `json:"PK1_axis"`
	PK2Magnitude *float64 `json:"PK2_magnitude"`
	PK2Axis      *int     `json:"PK2_axis"`
	TK1Magnitude *float64 `json:"TK1_magnitude"`
	TK1Axis      *int     `json:"TK1_axis"`
	TK2Magnitude *float64 `json:"TK2_magnitude"`
	TK2Axis      *int     `json:"TK2_axis"`
}

// Metadata is the ResponseMetadata: which response this is and where its data
// came from.
type Metadata struct {
	RequestID     string     `json:"request_id"`
	SchemaVersion string     `json:"schema_version"`
	AppVersion    string     `json:"app_version"`
	Extraction    Extraction `json:"extraction"`
}

// The values of [Extraction.Method].
const (
	MethodAI     = "AI"
	MethodDirect = "DIRECT"
)

// Extraction is the provenance of a report, discriminated by Method. BYOK and
// LLM exist for AI only, SourceApp and SourceVersion for DIRECT only.
type Extraction struct {
	Method             string
	Timestamp          string // RFC 3339
	BYOK               bool
	LLM                string
	InputSchemaVersion *string
	SourceApp          *string
	SourceVersion      *string
}

type aiExtraction struct {
	Method             string  `json:"method"`
	Timestamp          string  `json:"timestamp"`
	BYOK               bool    `json:"byok"`
	LLM                string  `json:"llm"`
	InputSchemaVersion *string `json:"input_schema_version"`
}

type directExtraction struct {
	Method             string  `json:"method"`
	Timestamp          string  `json:"timestamp"`
	InputSchemaVersion *string `json:"input_schema_version"`
	SourceApp          *string `json:"source_app"`
	SourceVersion      *string `json:"source_version"`
}

// MarshalJSON writes the variant that Method selects.
func (e Extraction) MarshalJSON() ([]byte, error) {
	switch e.Method {
	case MethodAI:
		return json.Marshal(aiExtraction{e.Method, e.Timestamp, e.BYOK, e.LLM, e.InputSchemaVersion})
	case MethodDirect:
		return json.Marshal(directExtraction{e.Method, e.Timestamp, e.InputSchemaVersion, e.SourceApp, e.SourceVersion})
	}
	return nil, fmt.Errorf("biometry: extraction method %q is neither AI nor DIRECT", e.Method)
}

// UnmarshalJSON reads either variant, as a client of the service does.
func (e *Extraction) UnmarshalJSON(b []byte) error {
	var both struct {
		aiExtraction
		SourceApp     *string `json:"source_app"`
		SourceVersion *string `json:"source_version"`
	}
	if err := json.Unmarshal(b, &both); err != nil {
		return err
	}
	if both.Method != MethodAI && both.Method != MethodDirect {
		return errors.New("biometry: extraction method is neither AI nor DIRECT")
	}
	*e = Extraction{both.Method, both.Timestamp, both.BYOK, both.LLM, both.InputSchemaVersion, both.SourceApp, both.SourceVersion}
	return nil
}

// Share is the ShareInfo: how a stored response is found again.
type Share struct {
	Pin       *string `json:"pin"`
	ExpiresAt *string `json:"expires_at"` // RFC 3339
	DBID      *string `json:"db_id"`
}
