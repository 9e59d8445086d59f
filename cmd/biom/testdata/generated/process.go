package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"strings"

	"biomclient/api"
)

// read uploads the file with a share code, and retrieves the response by the code.
func read(ctx context.Context, client *api.ClientWithResponses, file string, out *outcome) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	key := "read-once"
	kind, form := formOf(file, content, "biompin")
	res, err := client.ProcessReportWithBodyWithResponse(ctx, &api.ProcessReportParams{IdempotencyKey: &key}, kind, form)
	if err != nil {
		return err
	}
	if res.JSON200 == nil || res.JSON200.Biompin == nil {
		return unexpected("process", res.Status(), res.Body)
	}
	out.Read = res.JSON200
	again, err := client.RetrieveShareWithResponse(ctx, &api.RetrieveShareParams{BiomPin: *out.Read.Biompin.Pin})
	if err != nil {
		return err
	}
	if again.JSON200 == nil {
		return unexpected("retrieve", again.Status(), again.Body)
	}
	out.Again = again.JSON200
	return nil
}

// upload sends a JSON document made of the generated types, and an invalid one.
func upload(ctx context.Context, client *api.ClientWithResponses, _ string, out *outcome) error {
	res, err := send(ctx, client, document(23.51))
	if err != nil {
		return err
	}
	if res.JSON200 == nil {
		return unexpected("process", res.Status(), res.Body)
	}
	out.Uploaded = res.JSON200
	if res, err = send(ctx, client, document(235.1)); err != nil {
		return err
	}
	out.Refused = res.JSON422
	return nil
}

func send(ctx context.Context, client *api.ClientWithResponses, doc api.UploadDocument) (*api.ProcessReportResponse, error) {
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	kind, form := formOf("report.json", text)
	return client.ProcessReportWithBodyWithResponse(ctx, &api.ProcessReportParams{}, kind, form)
}

func document(length float64) api.UploadDocument {
	name, power, app := "Jane Mary Doe", -5.71, "biomclient"
	return api.UploadDocument{
		Data: api.UploadReport{
			Biometer: api.BiometerInfo{DeviceName: api.BiometerInfoDeviceNameIOLMaster700, Manufacturer: api.BiometerInfoManufacturerZeiss},
			Patient:  api.UploadPatientData{Name: &name},
			RightEye: api.UploadBiometricData{AL: &length},
		},
		ExtraData: &api.UploadExtraReport{PosteriorKeratometry: &api.UploadPosteriorKeratometry{
			LeftEye: &api.UploadPosteriorKeratometryData{PK1Magnitude: &power, PK2Magnitude: &power},
		}},
		Metadata: &api.UploadMetadata{Extraction: &api.UploadExtraction{SourceApp: &app}},
	}
}

// stream uploads the file once more and decodes the events of the response.
func stream(ctx context.Context, client *api.ClientWithResponses, file string, out *outcome) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	kind, form := formOf(file, content, "stream")
	res, err := client.ProcessReportWithBody(ctx, &api.ProcessReportParams{}, kind, form)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for event := ""; lines.Scan(); {
		switch key, value, _ := strings.Cut(lines.Text(), ": "); key {
		case "event":
			event = value
		case "data":
			if err := out.take(event, value); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

// take decodes an event.
func (out *outcome) take(event, data string) error {
	switch event {
	case "progress":
		var e api.ProgressEvent
		err := json.Unmarshal([]byte(data), &e)
		out.Stages = append(out.Stages, e.Stage)
		return err
	case "result":
		return json.Unmarshal([]byte(data), &out.Streamed)
	}
	return fmt.Errorf("event %s: %s", event, data)
}

// formOf returns a form with a file, and with the value true for each option.
func formOf(name string, content []byte, options ...string) (contentType string, body io.Reader) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for _, option := range options {
		_ = w.WriteField(option, "true")
	}
	part, _ := w.CreateFormFile("file", name)
	_, _ = part.Write(content)
	_ = w.Close()
	return w.FormDataContentType(), &form
}
