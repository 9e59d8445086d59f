// Command biomclient uses a client that was generated from /openapi.json, as an
// integrator would. It sends a report and a JSON document to a server and prints the
// decoded responses.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"biomclient/api"
)

// outcome has the responses, decoded with the generated types.
type outcome struct {
	Read     *api.StandardAPIResponse // of the file
	Again    *api.StandardAPIResponse // the same, retrieved by its share code
	Uploaded *api.StandardAPIResponse // of the JSON document
	Refused  *api.ErrorBody           // of a JSON document that is not valid
	Stages   []api.ProgressEventStage // in the stream of the file
	Streamed *api.StandardAPIResponse
	Rated    bool
	Usage    *api.Usage
	Status   *api.Status
	Health   *api.Health
	Archive  []byte
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: biomclient URL FILE")
	}
	client, err := api.NewClientWithResponses(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	out, err := visit(context.Background(), client, os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		log.Fatal(err)
	}
}

// visit calls every route.
func visit(ctx context.Context, client *api.ClientWithResponses, file string) (out outcome, err error) {
	for _, step := range []func(context.Context, *api.ClientWithResponses, string, *outcome) error{
		read, upload, stream, rate, export, ask,
	} {
		if err := step(ctx, client, file, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// unexpected returns the error of a response that is not the expected one.
func unexpected(request, status string, body []byte) error {
	return fmt.Errorf("%s: %s: %s", request, status, body)
}

// rate rates the extraction of the file.
func rate(ctx context.Context, client *api.ClientWithResponses, _ string, out *outcome) error {
	var feedback api.Feedback
	feedback.Rating = api.Accurate
	if err := feedback.RequestId.UnmarshalText([]byte(out.Read.Metadata.RequestId)); err != nil {
		return err
	}
	res, err := client.RateExtractionWithResponse(ctx, feedback)
	if err != nil {
		return err
	}
	if res.JSON200 == nil {
		return unexpected("feedback", res.Status(), res.Body)
	}
	out.Rated = bool(res.JSON200.Success)
	return nil
}

// export exports the response to the file.
func export(ctx context.Context, client *api.ClientWithResponses, _ string, out *outcome) error {
	formats := []api.ExportRequestFormats{api.Csv, api.Json}
	res, err := client.ExportReportsWithResponse(ctx, api.ExportRequest{
		Formats: &formats, Responses: []api.ExportItem{{Filename: "report.pdf", JsonData: *out.Read}},
	})
	if err != nil {
		return err
	}
	if res.StatusCode() != 200 {
		return unexpected("export", res.Status(), res.Body)
	}
	out.Archive = res.Body
	return nil
}

// ask asks for usage, status and health.
func ask(ctx context.Context, client *api.ClientWithResponses, _ string, out *outcome) error {
	usage, err := client.GetUsageWithResponse(ctx, &api.GetUsageParams{})
	if err != nil {
		return err
	}
	status, err := client.GetStatusWithResponse(ctx)
	if err != nil {
		return err
	}
	health, err := client.GetHealthWithResponse(ctx)
	if err != nil {
		return err
	}
	out.Usage, out.Status, out.Health = usage.JSON200, status.JSON200, health.JSON200
	return nil
}
