package web

import (
	"errors"
	"time"

	"biom/shared/biometry"
)

// The examples of responses are made from exampleUpload by the code that makes
// the responses to uploads. The person and the measurements are invented.
const (
	exampleID         = "0b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b001"
	exampleAppVersion = "1.0.0"
	exampleModel      = "local"
	examplePin        = "abandon-ability-123456"
	exampleDB         = "7d0cf4ce-2c5c-4f6c-8f0a-6a8f7b0c2d11"
)

func exampleTime() time.Time { return time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC) }

// exampleUpload is a document as a client program writes it.
const exampleUpload = `{
	"data": {
		"biometer": {"device_name": "IOLMaster700", "manufacturer": "Zeiss"},
		"exam_date": "2026-03-14",
		"patient": {"name": "Jane Mary Doe", "id": "MRN-00482913", "date_of_birth": "1957-11-02", "gender": "Female"},
		"right_eye": {
			"AL": 23.51, "ACD": 3.12, "K1_magnitude": 43.25, "K1_axis": 92, "K2_magnitude": 44.1, "K2_axis": 2,
			"WTW": 11.9, "LT": 4.55, "CCT": 548, "lens_status": "Phakic", "post_refractive": "None", "keratometric_index": 1.3375
		},
		"left_eye": {
			"AL": 23.62, "ACD": 3.09, "K1_magnitude": 43.41, "K1_axis": 88, "K2_magnitude": 44.32, "K2_axis": 178,
			"WTW": 11.8, "LT": 4.61, "CCT": 551, "lens_status": "Phakic", "post_refractive": "None", "keratometric_index": 1.3375
		}
	},
	"extra_data": {
		"posterior_keratometry": {
			"pk_device_name": "IOLMaster700",
			"right_eye": {"PK1_magnitude": -5.71, "PK1_axis": 93, "PK2_magnitude": -6.02, "PK2_axis": 3},
			"left_eye": {"TK1_magnitude": 43.4, "TK1_axis": 89, "TK2_magnitude": 44.3, "TK2_axis": 179}
		}
	},
	"metadata": {
		"schema_version": "1.1.0",
		"extraction": {"method": "DIRECT", "source_app": "Example EHR", "source_version": "7.1", "timestamp": "2026-03-14T09:20:00Z"}
	}
}`

// exampleMinimal is the smallest valid document.
const exampleMinimal = `{"data": {"biometer": {"device_name": "Other", "manufacturer": "Other"}, "patient": {}, "right_eye": {}, "left_eye": {}}}`

// exampleDirect returns the response to exampleUpload.
func exampleDirect() *biometry.Response {
	r, err := biometry.Decode([]byte(exampleUpload), exampleTime())
	if err != nil {
		panic("web: an example is no valid report: " + err.Error())
	}
	r.Metadata.RequestID, r.Metadata.AppVersion = exampleID, exampleAppVersion
	return r
}

// exampleRead returns the response to the same report, read from a PDF.
func exampleRead() *biometry.Response {
	r := exampleDirect()
	r.Metadata.Extraction = biometry.Extraction{
		Method: biometry.MethodAI, Timestamp: biometry.FormatTime(exampleTime()), LLM: exampleModel,
	}
	return r
}

// exampleShared returns exampleRead with a share.
func exampleShared() *biometry.Response {
	r := exampleRead()
	pin, expires, db := examplePin, biometry.FormatTime(exampleTime().Add(744*time.Hour)), exampleDB
	r.Biompin = &biometry.Share{Pin: &pin, ExpiresAt: &expires, DBID: &db}
	return r
}

// faultsOf returns the faults of a document, which must have some.
func faultsOf(doc string) biometry.Faults {
	_, err := biometry.Decode([]byte(doc), exampleTime())
	faults, ok := errors.AsType[biometry.Faults](err)
	if !ok {
		panic("web: an example of faults has none")
	}
	return faults
}
