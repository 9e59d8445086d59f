package main

import (
	"log/slog"
	"strings"
	"testing"
)

func TestLogSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags logFlags
		want  string
	}{
		{logFlags{LogFormat: "text", LogLevel: slog.LevelInfo}, `level=INFO msg=info`},
		{logFlags{LogFormat: "json", LogLevel: slog.LevelInfo}, `"level":"INFO","msg":"info"`},
		{logFlags{LogFormat: "json", LogLevel: slog.LevelWarn}, ""},
	} {
		var out strings.Builder
		log := c.flags.newLog(&out)
		log.Debug("debug")
		log.Info("info")
		if !strings.Contains(out.String(), c.want) || (out.Len() > 0) != (c.want != "") || strings.Contains(out.String(), "debug") {
			t.Errorf("%+v: %q", c.flags, out.String())
		}
	}
}
