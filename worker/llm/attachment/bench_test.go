package attachment_test

import (
	"path/filepath"
	"testing"

	"biom/worker/llm/attachment"
	"biom/worker/provider"
)

// BenchmarkOpen measures how long it takes to prepare a document of each kind. Most are
// sent unchanged.
func BenchmarkOpen(b *testing.B) {
	o, err := attachment.New(attachment.Config{WorkDir: b.TempDir() + "/work"})
	if err != nil {
		b.Fatal(err)
	}
	defer o.Close()
	for _, kind := range []provider.Kind{provider.PDF, provider.PNG, provider.JPG, provider.GIF, provider.BMP} {
		files, err := filepath.Glob(samples + "*." + string(kind))
		if err != nil || files == nil {
			b.Fatalf("there is no sample of %s (%v)", kind, err)
		}
		doc := provider.Document{Kind: kind, Data: load(b, files[0])}
		b.Run(string(kind), func(b *testing.B) {
			for b.Loop() {
				if _, err := o.Open(b.Context(), doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
