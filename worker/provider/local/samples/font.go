package samples

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// family is what a PDF calls its font.
const family = "sample"

type font struct{ regular, bold []byte }

var goFont = font{goregular.TTF, gobold.TTF}

// fontFor chooses a font without asking the system for any. The Go fonts have
// a slashed zero, which no device prints and OCR takes for an 8; what is to be
// an image is set in the DejaVu that fpdf's module carries.
func fontFor(ctx context.Context, m Medium) (font, error) {
	if m == TextPDF {
		return goFont, nil
	}
	dir, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "codeberg.org/go-pdf/fpdf").Output()
	if err != nil {
		return font{}, fmt.Errorf("finding fpdf's fonts: %w", err)
	}
	fonts := filepath.Join(strings.TrimSpace(string(dir)), "font")
	regular, err := os.ReadFile(filepath.Join(fonts, "DejaVuSansCondensed.ttf"))
	if err != nil {
		return font{}, err
	}
	bold, err := os.ReadFile(filepath.Join(fonts, "DejaVuSansCondensed-Bold.ttf"))
	return font{regular, bold}, err
}
