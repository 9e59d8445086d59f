package child_test

import (
	"os/exec"
	"testing"

	"biom/worker/document/child"
	"biom/worker/document/sandbox"
)

// BenchmarkStart measures the start of a program: without a launcher, and by a launcher
// without and with the granted mechanisms.
func BenchmarkStart(b *testing.B) {
	granted, err := sandbox.Granted()
	if err != nil {
		b.Fatal(err)
	}
	alone := granted
	alone.Namespaces = false
	b.Run("direct", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, use := range map[string]sandbox.Mechanisms{"launcher": {}, "without-namespaces": alone, "granted": granted} {
		b.Run(name, func(b *testing.B) {
			r := child.NewRunnerWith(use)
			for b.Loop() {
				if _, err := r.Run(b.Context(), child.Command{Path: "/bin/true", Limits: limits}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
