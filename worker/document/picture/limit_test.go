package picture_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"biom/shared/problem"
	"biom/worker/document/picture"
	"biom/worker/provider"
)

// A picture that would take too much memory is refused by its headers.
func TestTooMuchMemoryIsRefusedBeforeDecoding(t *testing.T) { // not parallel: it measures memory
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), 10_000), 10_000)
	header = append(header, 16, 6, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...)
	file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(header))
	file = append(file, "\x00\x00\x00\x00IDAT\x35\xaf\x06\x1e"...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := picture.Decode(t.Context(), provider.Document{Kind: provider.PNG, Data: file}, picture.NewLoneGate(1))
	runtime.ReadMemStats(&after)
	p, _ := errors.AsType[*problem.Problem](err)
	if p == nil || p.Status != http.StatusBadRequest || p.Details["reason"] != provider.ReasonTooLarge || !strings.Contains(p.Message, "900 MB") {
		t.Errorf("%v", err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}
