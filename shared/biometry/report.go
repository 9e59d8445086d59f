package biometry

import (
	"encoding/json"
	"errors"
	"fmt"

	"biom/shared/evidence"
)

// SchemaVersion is the version of the report schema that this package writes.
// It reads documents of any version 1.x.y.
const SchemaVersion = "1.1.0"

// Response is the specification's StandardAPIResponse, which the routes process
// and retrieve return. It may be uploaded again as a .json file.
type Response struct {
	Data      Report   `json:"data"`
	ExtraData *Extra   `json:"extra_data"`
	Metadata  Metadata `json:"metadata"`
	Biompin   *Share   `json:"biompin"`
	// Evidence says where the values stand in the document. The service adds it to a reading that
	// asked for it; it does not keep it in shares, nor read it from uploads.
	Evidence *evidence.Evidence `json:"evidence,omitempty"`
}

// Report is the specification's BiometryReport: one examination of both eyes. In
// all types below a nil field was not measured or not found; it never means
// zero or normal.
type Report struct {
	Biometer Biometer `json:"biometer"`
	ExamDate *string  `json:"exam_date"` // YYYY-MM-DD
	Patient  Patient  `json:"patient"`
	RightEye Eye      `json:"right_eye"`
	LeftEye  Eye      `json:"left_eye"`
}

// Biometer is the specification's BiometerInfo: the device that measured. The
// valid names are in [BiometerFields].
type Biometer struct {
	DeviceName   string `json:"device_name"`
	Manufacturer string `json:"manufacturer"`
}

// Patient is the specification's PatientData. Name holds only initials once the
// report was decoded.
type Patient struct {
	Name        *string `json:"name"`
	ID          *string `json:"id"`
	DateOfBirth *string `json:"date_of_birth"` // YYYY-MM-DD
	Gender      *string `json:"gender"`        // Male or Female
}

// Eye is the specification's BiometricData of one eye. Units and valid ranges are
// in [EyeFields].
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

// Extra is the specification's ExtraReport: what a report holds beside the core
// biometry.
type Extra struct {
	Notes                *string     `json:"notes"`
	PosteriorKeratometry *Posteriors `json:"posterior_keratometry"`
}

// Posteriors is the specification's PosteriorKeratometry of both eyes.
type Posteriors struct {
	DeviceName *string   `json:"pk_device_name"` // shared by PK and TK
	RightEye   Posterior `json:"right_eye"`
	LeftEye    Posterior `json:"left_eye"`
}

// Posterior is the specification's PosteriorKeratometryData of one eye: posterior
// (PK) and total (TK) keratometry. Units and valid ranges are in
// [PosteriorFields].
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

// Metadata is the specification's ResponseMetadata: which response this is and
// where its data comes from.
type Metadata struct {
	RequestID     string     `json:"request_id"`
	SchemaVersion string     `json:"schema_version"`
	AppVersion    string     `json:"app_version"`
	Extraction    Extraction `json:"extraction"`
}

// The values of [Extraction.Method].
const (
	MethodAI     = "AI"     // a model read the values from a document
	MethodDirect = "DIRECT" // a person or a program entered the values
)

// Extraction is the provenance of a report. BYOK and LLM are set only if Method
// is [MethodAI], SourceApp and SourceVersion only if it is [MethodDirect].
type Extraction struct {
	Method             string
	Timestamp          string  // RFC 3339 with milliseconds, see [FormatTime]
	BYOK               bool    // the caller's own provider key was used
	LLM                string  // name of the model
	InputSchemaVersion *string // schema version that the uploaded document claimed
	SourceApp          *string // application that made the document
	SourceVersion      *string // its version
	// Ignored are the paths of members of the uploaded document that look like measurements
	// and stand where none is read, so that they were ignored. At most 12 are named, with at
	// most 24 characters of a name and ? for special characters.
	Ignored []string
	// Withheld are the values that the document has and the report has not, because they are doubtful.
	Withheld []Withheld
	// SignOff says who has compared the values with the document; nil if nobody has. Only with [MethodDirect].
	SignOff *SignOff
}

type aiExtraction struct {
	Method             string     `json:"method"`
	Timestamp          string     `json:"timestamp"`
	BYOK               bool       `json:"byok"`
	LLM                string     `json:"llm"`
	InputSchemaVersion *string    `json:"input_schema_version"`
	Ignored            []string   `json:"ignored,omitempty"`
	Withheld           []Withheld `json:"withheld,omitempty"`
}

type directExtraction struct {
	Method             string     `json:"method"`
	Timestamp          string     `json:"timestamp"`
	InputSchemaVersion *string    `json:"input_schema_version"`
	SourceApp          *string    `json:"source_app"`
	SourceVersion      *string    `json:"source_version"`
	Ignored            []string   `json:"ignored,omitempty"`
	Withheld           []Withheld `json:"withheld,omitempty"`
	SignOff            *SignOff   `json:"sign_off,omitempty"`
}

// MarshalJSON writes the form that belongs to Method. Any other method is an
// error.
func (e Extraction) MarshalJSON() ([]byte, error) {
	switch e.Method {
	case MethodAI:
		return json.Marshal(aiExtraction{e.Method, e.Timestamp, e.BYOK, e.LLM, e.InputSchemaVersion, e.Ignored, e.Withheld})
	case MethodDirect:
		return json.Marshal(directExtraction{e.Method, e.Timestamp, e.InputSchemaVersion, e.SourceApp, e.SourceVersion, e.Ignored, e.Withheld, e.SignOff})
	}
	return nil, fmt.Errorf("biometry: extraction method %q is neither AI nor DIRECT", e.Method)
}

// UnmarshalJSON reads both forms, for clients of the service. A method other
// than [MethodAI] and [MethodDirect] is an error.
func (e *Extraction) UnmarshalJSON(b []byte) error {
	var both struct {
		aiExtraction
		SourceApp     *string  `json:"source_app"`
		SourceVersion *string  `json:"source_version"`
		SignOff       *SignOff `json:"sign_off"`
	}
	if err := json.Unmarshal(b, &both); err != nil {
		return err
	}
	if both.Method != MethodAI && both.Method != MethodDirect {
		return errors.New("biometry: extraction method is neither AI nor DIRECT")
	}
	*e = Extraction{both.Method, both.Timestamp, both.BYOK, both.LLM, both.InputSchemaVersion, both.SourceApp, both.SourceVersion, both.Ignored, both.Withheld, both.SignOff}
	return nil
}

// Share is the specification's ShareInfo: how a stored response is retrieved.
type Share struct {
	Pin       *string `json:"pin"`        // the share code
	ExpiresAt *string `json:"expires_at"` // RFC 3339 with milliseconds
	DBID      *string `json:"db_id"`      // ID of the store with the share
}
