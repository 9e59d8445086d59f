package onnx_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/worker/document/ppocr/onnx"
)

// library returns the path of a file of the program biom-ocr.
func library(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("BIOM_OCR_DIR")
	if dir == "" {
		t.Fatal("in the root of the project, run deploy/ocr bin/ocr, and set BIOM_OCR_DIR to the full path of bin/ocr")
	}
	return filepath.Join(dir, name)
}

func TestRun(t *testing.T) {
	t.Parallel()
	r, err := onnx.Load(library(t, "libonnxruntime.so"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Open(library(t, "recognizer.onnx"), 1)
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.Run(onnx.Tensor{Shape: []int64{1, 3, 48, 64}, Data: make([]float32, 3*48*64)})
	if err != nil || len(out.Shape) != 3 || out.Shape[0] != 1 || int(out.Shape[1]*out.Shape[2]) != len(out.Data) {
		t.Fatalf("got %v and %d numbers, %v", out.Shape, len(out.Data), err)
	}
	// The answer is a probability of each class.
	for step := range out.Shape[1] {
		sum := float32(0)
		for _, v := range out.Data[step*out.Shape[2] : (step+1)*out.Shape[2]] {
			sum += v
		}
		if sum < 0.99 || sum > 1.01 {
			t.Errorf("step %d: the probabilities are %v together", step, sum)
		}
	}
	if _, err := m.Run(onnx.Tensor{Shape: []int64{1, 2, 48, 64}, Data: make([]float32, 2*48*64)}); err == nil {
		t.Error("an input of a wrong shape was taken")
	}
	bad := filepath.Join(t.TempDir(), "bad.onnx")
	if err := os.WriteFile(bad, []byte("no network"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Open(bad, 1); err == nil || !strings.Contains(err.Error(), bad) {
		t.Errorf("got %v", err)
	}
}

func TestNoLibrary(t *testing.T) {
	t.Parallel()
	if _, err := onnx.Load(filepath.Join(t.TempDir(), "missing.so")); err == nil {
		t.Error("a missing library was loaded")
	}
}
