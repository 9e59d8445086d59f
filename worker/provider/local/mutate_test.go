package local_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"biom/shared/biometry"
	"biom/shared/problem"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

// mutationTimeout fails the test if a damaged document hangs. Most damaged documents
// can be read and take as long as an undamaged one.
const mutationTimeout = 10 * time.Minute

// heapLimit bounds the heap of this process. The address space of each child
// process is bounded by the sandbox.
const heapLimit = 400 << 20

var mutations = flag.Int("mutations", 21, "how many damaged documents TestLongMutations reads (make mutations: a thousand)")

// TestMutations reads damaged PDFs with a text layer.
func TestMutations(t *testing.T) {
	readMutations(t, 9, "text.pdf")
}

// TestLongMutations reads damaged samples of every medium.
func TestLongMutations(t *testing.T) {
	readMutations(t, *mutations, "text.pdf", "outline.pdf", "image.pdf", "png.png", "jpg.jpg", "gif.gif", "bmp.bmp")
}

// readMutations reads n samples of the media in turn, with bits flipped and parts
// cut out, doubled or missing. No document may hang or fail without a reason, and
// no process, no file and no memory may be left over.
func readMutations(t *testing.T, n int, media ...string) {
	t.Helper()
	work := filepath.Join(t.TempDir(), "work")
	e, err := local.New(local.Config{WorkDir: work})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	peak := watchHeap(t)
	t.Run("each", func(t *testing.T) {
		bases := smallest(t, media)
		for i := range n {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(uint64(i), 8))
				doc := document(t, bases[i%len(bases)])
				readMutation(t, e, provider.Document{Kind: doc.Kind, Data: mutated(r, doc.Data)})
			})
		}
	})
	expectNothingLeft(t, work)
	if bytes := peak(); bytes > heapLimit {
		t.Errorf("the heap grew to %d MiB", bytes>>20)
	}
}

// smallest returns the smallest sample of each medium.
func smallest(t *testing.T, media []string) []string {
	t.Helper()
	var bases []string
	for _, medium := range media {
		found, err := filepath.Glob(sampleDir + "/*-" + medium)
		if err != nil || len(found) == 0 {
			t.Fatalf("no sample is %s: %v", medium, err)
		}
		bases = append(bases, slices.MinFunc(found, func(a, b string) int { return int(size(t, a) - size(t, b)) }))
	}
	return bases
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// mutated returns a copy that is damaged in one to three places.
func mutated(r *rand.Rand, data []byte) []byte {
	data = slices.Clone(data)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(data))
		end := min(len(data), at+1+r.IntN(1+len(data)/20))
		switch r.IntN(5) {
		case 0:
			for range 1 + r.IntN(40) {
				data[r.IntN(len(data))] ^= 1 << r.IntN(8)
			}
		case 1:
			data[min(len(data)-1, r.IntN(1024))] ^= 1 << r.IntN(8) // where the headers are
		case 2:
			data = data[:max(1, end)]
		case 3:
			data = slices.Delete(data, at, min(end, at+len(data)-1))
		case 4:
			data = slices.Insert(data, at, slices.Clone(data[at:end])...)
		}
	}
	return data
}

// readMutation reads a document. It expects an answer that can be decoded, or a
// failure with a reason.
func readMutation(t *testing.T, e *local.Extractor, doc provider.Document) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), mutationTimeout)
	defer cancel()
	answer, err := func() (provider.Answer, error) {
		p, err := e.Prepare(ctx, doc, provider.Options{})
		if err != nil {
			return provider.Answer{}, err
		}
		defer p.Close()
		return p.Extract(ctx, nil)
	}()
	if err == nil {
		_, _, err = biometry.DecodeExtraction(answer.JSON)
		if err != nil {
			t.Errorf("%s: %v", doc.Kind, err)
		}
		return
	}
	if p := problem.From(err); p.Details["reason"] == nil {
		t.Errorf("%s: %v", doc.Kind, err)
	}
}

// watchHeap samples the size of the heap until peak is called, which returns the
// largest size that was seen, in bytes.
func watchHeap(t *testing.T) (peak func() uint64) {
	t.Helper()
	stop, largest := make(chan struct{}), make(chan uint64)
	go func() {
		var m runtime.MemStats
		seen := uint64(0)
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				largest <- seen
				return
			case <-tick.C:
				runtime.ReadMemStats(&m)
				seen = max(seen, m.HeapInuse)
			}
		}
	}()
	return func() uint64 {
		close(stop)
		bytes := <-largest
		t.Logf("heap: at most %d MiB", bytes>>20)
		return bytes
	}
}
