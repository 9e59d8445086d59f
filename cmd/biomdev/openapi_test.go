package main

import (
	"bytes"
	"context"
	"testing"

	"biom/api/web"
)

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(context.Background(), []string{"openapi"}, processOf(&out)); err != nil || !bytes.Equal(out.Bytes(), web.OpenAPI()) {
		t.Errorf("%v: %.100q", err, &out)
	}
}
