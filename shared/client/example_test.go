package client_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"biom/shared/client"
)

// processServer replaces biom serve: it streams the processing of one report.
func processServer() *httptest.Server {
	return httptest.NewServer(streaming(accepted,
		"event: progress\ndata: {\"stage\":\"extracting\",\"progress\":0.3,\"attempt\":1}\n\n",
		"event: result\ndata: "+response+"\n\n"))
}

func ExampleClient_ProcessStream() {
	server := processServer()
	defer server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	report := strings.NewReader("%PDF-1.7 …") // or a file
	for e, err := range c.ProcessStream(context.Background(), client.Upload{Filename: "report.pdf", Content: report}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %.0f %%\n", e.Stage, 100*e.Progress)
		if e.Response != nil {
			fmt.Println("axial length, right eye:", *e.Response.Data.RightEye.AL, "mm")
		}
	}
	// Output:
	// accepted 5 %
	// extracting 30 %
	// result 100 %
	// axial length, right eye: 23.45 mm
}

func ExampleError() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "90")
		writeJSON(w, 429, `{"success":false,"error":{"code":"RATE_LIMIT_EXCEEDED","message":"The quota is used up.","request_id":"r-1"}}`)
	}))
	defer server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err = c.Process(ctx, client.Upload{Filename: "report.pdf", Content: strings.NewReader("%PDF-1.7 …")})
	if refused, ok := errors.AsType[*client.Error](err); ok {
		fmt.Println(refused.Status, refused.Code, refused.RetryAfter)
	}
	// Output: 429 RATE_LIMIT_EXCEEDED 1m30s
}

// routesServer serves every route that the examples use.
func routesServer() *httptest.Server {
	mux := http.NewServeMux()
	for route, body := range map[string]string{
		"GET /api/v1/biom/jobs/6f1c": succeeded,
		"GET /api/v1/biom/retrieve":  response,
		"POST /api/v1/biom/feedback": `{"success":true}`,
		"GET /api/v1/biom/usage":     `{"auth_type":"public","engines":{"biomai":{"used":0.5,"limit":25,"resets_in_seconds":3600}}}`,
		"GET /api/v1/status":         `{"status":"operational","app_version":"v1"}`,
		"GET /api/v1/health":         `{"status":"operational","provider_api_connected":true,"db_connected":true,"db_records":2}`,
	} {
		mux.HandleFunc(route, func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, body) })
	}
	mux.HandleFunc("POST /api/v1/biom/process", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Prefer") != "" {
			writeJSON(w, 202, queued)
			return
		}
		writeJSON(w, 200, response)
	})
	mux.HandleFunc("POST /api/v1/biom/export", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/zip")
		archive := zip.NewWriter(w)
		_, _ = archive.Create("biom-export-20260102-030405.csv")
		archive.Close()
	})
	return httptest.NewServer(mux)
}

// newExampleClient returns a client of a new routesServer.
func newExampleClient() (c *client.Client, done func()) {
	server := routesServer()
	c, err := client.New(client.Config{BaseURL: server.URL})
	if err != nil {
		panic(err)
	}
	return c, func() { c.Close(); server.Close() }
}

// The upload is repeated with the same idempotency key, so that it is charged
// only once.
func ExampleClient_Process() {
	c, done := newExampleClient()
	defer done()
	upload := client.Upload{Filename: "report.pdf", Content: strings.NewReader("%PDF-1.7 …"), Share: true, IdempotencyKey: rand.Text()}
	for attempt := range 5 {
		r, err := c.Process(context.Background(), upload)
		if client.Retryable(err) {
			time.Sleep(time.Second << attempt)
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("axial length, right eye:", *r.Data.RightEye.AL, "mm")
		return
	}
	// Output: axial length, right eye: 23.45 mm
}

// Another process can wait for the job: it needs only the ID.
func ExampleClient_Submit() {
	c, done := newExampleClient()
	defer done()
	ctx := context.Background()
	upload := client.Upload{Filename: "report.pdf", Content: strings.NewReader("%PDF-1.7 …"), IdempotencyKey: rand.Text()}
	job, err := c.Submit(ctx, upload)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(job.Status)
	job, err = c.WaitJob(ctx, job.ID)
	if err != nil {
		fmt.Println(err)
		return
	}
	if job.Problem != nil {
		fmt.Println(job.Problem)
		return
	}
	fmt.Println("axial length, right eye:", *job.Response.Data.RightEye.AL, "mm")
	// Output:
	// queued
	// axial length, right eye: 23.45 mm
}

func ExampleClient_Retrieve() {
	c, done := newExampleClient()
	defer done()
	got, err := c.Retrieve(context.Background(), "word-word-123456")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(got.Response.Data.Biometer.DeviceName)
	// Output: IOLMaster700
}

func ExampleClient_Export() {
	c, done := newExampleClient()
	defer done()
	var archive bytes.Buffer // or a temporary file, renamed when Export has succeeded
	err := c.Export(context.Background(), client.Export{
		Responses: []client.SavedResponse{{Response: json.RawMessage(response), Filename: "report.pdf"}},
		Formats:   []client.Format{client.CSV},
	}, &archive)
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(files.File[0].Name)
	// Output: biom-export-20260102-030405.csv
}

func ExampleClient_Usage() {
	c, done := newExampleClient()
	defer done()
	u, err := c.Usage(context.Background(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%g of %g credits used, more in %s\n", u.Engines.BiomAI.Used, u.Engines.BiomAI.Limit, u.Engines.BiomAI.ResetsIn())
	// Output: 0.5 of 25 credits used, more in 1h0m0s
}

func ExampleClient_Feedback() {
	c, done := newExampleClient()
	defer done()
	r, err := c.Process(context.Background(), client.Upload{Filename: "report.pdf", Content: strings.NewReader("%PDF-1.7 …")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Feedback(context.Background(), r.Metadata.RequestID, client.Accurate))
	// Output: <nil>
}

func ExampleClient_Status() {
	c, done := newExampleClient()
	defer done()
	s, err := c.Status(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Status, s.AppVersion)
	// Output: operational v1
}

func ExampleClient_Health() {
	c, done := newExampleClient()
	defer done()
	h, err := c.Health(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.Status.Status, h.ProviderConnected, *h.DBRecords)
	// Output: operational true 2
}
