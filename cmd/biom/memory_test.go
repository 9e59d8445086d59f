package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/shared/testenv"
)

// Small files that would decode to much memory, many at once, take little of it.
func TestMemoryOfPictures(t *testing.T) { // not parallel: it measures memory
	memoryOfPictures(t, blankPNG(10_000, 10_000, 16, 8), 20, http.StatusBadRequest, 100)
}

// Of the largest pictures that are taken, one is read after the other.
func TestLongMemoryOfPictures(t *testing.T) {
	memoryOfPictures(t, blankPNG(8064, 6048, 8, 4), 6, http.StatusInternalServerError, 500) // no biometry
}

// memoryOfPictures sends a picture number times at once. The answers have a status or 503, and
// the service takes at most limit MB more than at rest.
func memoryOfPictures(t *testing.T, file []byte, number, status int, limit float64) {
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, p := r.serve(t.TempDir(), "BIOM_EXTRACT_TIMEOUT=10m", "BIOM_QUOTA_BIOMAI=1000", trustUs)
	idle := peakMB(t, p)
	many(number, number, func(int) {
		answer, err := newCaller(t, url).upload("a.png", file)
		if err != nil || answer.status != status && answer.status != http.StatusServiceUnavailable {
			t.Errorf("status %d, %v", answer.status, err)
		}
	})
	got := peakMB(t, p) - idle
	t.Logf("%.0f MB beside %.0f MB at rest", got, idle)
	if got > limit {
		t.Errorf("%.0f MB, at most %.0f are allowed", got, limit)
	}
}

// 500 parallel uploads take at most one and a half times the memory that is set for
// uploads, and every client gets an answer.
func TestLongMemoryOfUploads(t *testing.T) {
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, p := r.serve(t.TempDir(), "BIOM_EXTRACT_TIMEOUT=10m", "BIOM_QUOTA_BIOMAI=1000", trustUs)
	idle := peakMB(t, p)
	pdf := make([]byte, 14_000_000)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(pdf)
	copy(pdf, "%PDF-1.4\n")
	copy(pdf[len(pdf)-7:], "\n%%EOF\n")
	contentType, form := formOf("a.pdf", pdf)
	var mu sync.Mutex
	statuses := map[int]int{}
	// Checking so many against the OpenAPI document is too slow. A client that waits before it sends the file gets the refusal, however slow both are;
	// one that is still sending may find its connection closed.
	plain := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Hour}}
	t.Cleanup(plain.CloseIdleConnections)
	many(500, 500, func(i int) {
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1/biom/process", bytes.NewReader(form))
		request.Header.Set("Content-Type", contentType)
		request.Header.Set("Expect", "100-continue")
		request.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.0.%d", i%50))
		resp, err := plain.Do(request)
		if err != nil {
			t.Error(err)
			return
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		statuses[resp.StatusCode]++
	})
	const limit = 1.5 * (1 << 30) / 1e6
	got := peakMB(t, p) - idle
	t.Logf("%.0f MB beside %.0f MB at rest; answers: %v", got, idle, statuses)
	if got > limit {
		t.Errorf("%.0f MB, at most %.0f are allowed", got, limit)
	}
	if statuses[http.StatusBadRequest] == 0 || statuses[http.StatusBadRequest]+statuses[http.StatusServiceUnavailable] != 500 {
		t.Errorf("%v", statuses)
	}
}

// peakMB returns the largest resident memory that a process has had, in MB.
func peakMB(t *testing.T, p *process) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		var kib float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kib); n == 1 {
			return kib * 1024 / 1e6
		}
	}
	t.Fatal("no VmHWM")
	return 0
}

// blankPNG returns a PNG with four channels of which all are 0.
func blankPNG(width, height uint32, depth byte, bytesPerPixel int) []byte {
	size := int(height) * (1 + int(width)*bytesPerPixel)
	pixels := []byte("\x78\x9c")
	whole := deflatedZeros(1 << 20)
	for range size >> 20 {
		pixels = append(pixels, whole...)
	}
	pixels = append(pixels, deflatedZeros(size%(1<<20))...)
	pixels = append(pixels, 3, 0) // the last block, which is empty
	// Adler-32 of zeros: RFC 1950, section 8.2.
	pixels = binary.BigEndian.AppendUint32(pixels, uint32(size%65521)<<16|1)
	file := []byte("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	for _, c := range []struct {
		kind string
		body []byte
	}{{"IHDR", append(header, depth, 6, 0, 0, 0)}, {"IDAT", pixels}, {"IEND", nil}} {
		file = binary.BigEndian.AppendUint32(file, uint32(len(c.body)))
		typed := append([]byte(c.kind), c.body...)
		file = append(file, typed...)
		file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(typed))
	}
	return file
}

// deflatedZeros returns blocks of DEFLATE that hold number zeros and can follow one another.
func deflatedZeros(number int) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.DefaultCompression)
	_, _ = w.Write(make([]byte, number))
	_ = w.Flush()
	return b.Bytes()
}

// The picture that stands for the largest ones is one.
func TestBlankPNG(t *testing.T) {
	t.Parallel()
	picture, err := png.Decode(bytes.NewReader(blankPNG(700, 600, 16, 8)))
	if err != nil || picture.Bounds() != image.Rect(0, 0, 700, 600) {
		t.Errorf("%v, %v", picture.Bounds(), err)
	}
}
