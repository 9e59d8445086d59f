package local_test

import (
	"context"
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

// What a damaged document may take: most that can still be read need as much
// as a whole one.
const (
	mutationTime = 3 * time.Minute
	// Beside children, each of which prlimit holds to 1 GiB of address space.
	heapLimit = 400 << 20
)

// TestMutations reads samples with bits flipped and parts cut out, doubled or
// missing: none hangs, none fails in an unknown way, and no process, no file
// and no memory is left. BIOM_FUZZ=full reads a thousand.
func TestMutations(t *testing.T) {
	n := 21
	if os.Getenv("BIOM_FUZZ") == "full" {
		n = 1000
	}
	work := filepath.Join(t.TempDir(), "work")
	e, err := local.New(local.Config{WorkDir: work})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	peak := watchHeap(t)
	t.Run("each", func(t *testing.T) {
		bases := basesOf(t)
		for i := range n {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(uint64(i), 8))
				doc := document(t, bases[i%len(bases)])
				readMutation(t, e, provider.Document{Kind: doc.Kind, Data: mutated(r, doc.Data)})
			})
		}
	})
	if left := children(t, work, ""); len(left) > 0 {
		t.Errorf("processes left: %v", left)
	}
	if docs, _ := filepath.Glob(work + "/space-*/doc-*"); len(docs) > 0 {
		t.Errorf("files left: %v", docs)
	}
	if most := peak(); most > heapLimit {
		t.Errorf("the heap grew to %d MiB", most>>20)
	}
}

// basesOf is the smallest samples of each medium.
func basesOf(t *testing.T) []string {
	t.Helper()
	var bases []string
	for _, medium := range []string{"text.pdf", "outline.pdf", "image.pdf", "png.png", "jpg.jpg", "gif.gif", "bmp.bmp"} {
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

// mutated damages a copy once or a few times.
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

// readMutation allows an answer that can be decoded, or a failure that says
// what to do.
func readMutation(t *testing.T, e *local.Extractor, doc provider.Document) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), mutationTime)
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

// watchHeap samples the memory in use until the returned function is called,
// which returns the most that was seen.
func watchHeap(t *testing.T) (peak func() uint64) {
	t.Helper()
	stop, most := make(chan struct{}), make(chan uint64)
	go func() {
		var m runtime.MemStats
		top := uint64(0)
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				most <- top
				return
			case <-tick.C:
				runtime.ReadMemStats(&m)
				top = max(top, m.HeapInuse)
			}
		}
	}()
	return func() uint64 {
		close(stop)
		top := <-most
		t.Logf("heap: %d MiB at most", top>>20)
		return top
	}
}
