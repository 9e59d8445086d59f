package main

import "testing"

func TestByteSize(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]byteSize{
		"15MiB": 15 << 20, "1 GiB": 1 << 30, "4096": 4096, "1.5kB": 1500, "1B": 1,
		"": 0, "0": 0, "0.5": 0, "-1": 0, "NaN": 0, "Inf": 0, "8589934592GiB": 0, "1TiB": 0, "MiB": 0,
	} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); got != want || (err == nil) != (want != 0) {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
}
