package telemetrytest

import (
	"strings"
	"sync"
)

// Log keeps what is logged, for a test that counts the lines. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Count returns how many lines contain a text; "": how many there are.
func (l *Log) Count(text string) (n int) {
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}
