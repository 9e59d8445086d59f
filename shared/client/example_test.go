package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"biom/shared/client"
)

// service stands in for biom serve.
func service() *httptest.Server {
	return httptest.NewServer(streaming(accepted,
		"event: progress\ndata: {\"stage\":\"extracting\",\"progress\":0.3,\"attempt\":1}\n\n",
		"event: result\ndata: "+response+"\n\n"))
}

func ExampleClient_ProcessStream() {
	server := service()
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
		answer(w, 429, `{"success":false,"error":{"code":"RATE_LIMIT_EXCEEDED","message":"The quota is used up.","request_id":"r-1"}}`)
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
