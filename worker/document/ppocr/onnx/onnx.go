// Package onnx runs neural networks in the ONNX format, by ONNX Runtime. It calls the shared
// library without cgo, so that a program which uses it is built like every other one here.
package onnx

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// apiVersion is the version of the C interface whose functions are called. Later libraries have them too.
const apiVersion = 16

// handle is a pointer to an object of the library.
type handle uintptr

// api has the functions of OrtApi that are called, see onnxruntime_c_api.h. Those that return a handle
// return an OrtStatus: 0, or an error.
type api struct {
	errorMessage     func(status handle) string
	createEnv        func(logLevel int32, name string, out *handle) handle
	createSession    func(env handle, path string, options handle, out *handle) handle
	run              func(session, options handle, inputNames **byte, inputs *handle, inputCount uintptr, outputNames **byte, outputCount uintptr, outputs *handle) handle
	createOptions    func(out *handle) handle
	withoutPatterns  func(options handle) handle
	threadsInside    func(options handle, n int32) handle
	threadsBetween   func(options handle, n int32) handle
	setOption        func(options handle, key, value string) handle
	inputName        func(session handle, index uintptr, allocator handle, out *handle) handle
	outputName       func(session handle, index uintptr, allocator handle, out *handle) handle
	createTensor     func(memory handle, data *float32, bytes uintptr, shape *int64, dimensions uintptr, elementType int32, out *handle) handle
	tensorData       func(value handle, out *handle) handle
	dimensionsCount  func(info handle, out *uintptr) handle
	dimensions       func(info handle, out *int64, count uintptr) handle
	tensorShape      func(value handle, out *handle) handle
	cpuMemory        func(allocatorType, memoryType int32, out *handle) handle
	free             func(allocator, memory handle) handle
	defaultAllocator func(out *handle) handle
	releaseStatus    func(status handle)
	releaseValue     func(value handle)
	releaseShape     func(info handle)
}

// table maps the functions to their places in OrtApi, which are the same in every version.
func (a *api) table() map[int]any {
	return map[int]any{
		2: &a.errorMessage, 3: &a.createEnv, 7: &a.createSession, 9: &a.run, 10: &a.createOptions,
		17: &a.withoutPatterns, 24: &a.threadsInside, 25: &a.threadsBetween,
		36: &a.inputName, 37: &a.outputName, 49: &a.createTensor, 51: &a.tensorData,
		61: &a.dimensionsCount, 62: &a.dimensions, 65: &a.tensorShape, 69: &a.cpuMemory,
		76: &a.free, 78: &a.defaultAllocator, 93: &a.releaseStatus, 96: &a.releaseValue, 99: &a.releaseShape,
		130: &a.setOption,
	}
}

// Constants of onnxruntime_c_api.h.
const (
	logErrors       = 3
	deviceAllocator = 0
	usualMemory     = 0
	float32Elements = 1
)

// Runtime is the loaded library. It is never unloaded.
type Runtime struct {
	api
	env       handle
	memory    handle // describes where tensors lie
	allocator handle
}

// Load loads the library at path.
func Load(path string) (*Runtime, error) {
	library, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("onnx: %w", err)
	}
	var base func() *[2]uintptr // OrtApiBase
	purego.RegisterLibFunc(&base, library, "OrtGetApiBase")
	var get func(version uint32) *[131]uintptr // OrtApi, as far as it is used
	purego.RegisterFunc(&get, base()[0])
	functions := get(apiVersion)
	if functions == nil {
		return nil, fmt.Errorf("onnx: %s is older than version 1.%d", path, apiVersion)
	}
	r := &Runtime{}
	for place, function := range r.table() {
		purego.RegisterFunc(function, functions[place])
	}
	return r, r.first(
		func() handle { return r.createEnv(logErrors, "biom", &r.env) },
		func() handle { return r.cpuMemory(deviceAllocator, usualMemory, &r.memory) },
		func() handle { return r.defaultAllocator(&r.allocator) },
	)
}

// first makes calls until one fails, and returns its error.
func (r *Runtime) first(calls ...func() handle) error {
	for _, call := range calls {
		if status := call(); status != 0 {
			defer r.releaseStatus(status)
			return errors.New("onnx: " + r.errorMessage(status))
		}
	}
	return nil
}

// Model is a network with one input and one output.
type Model struct {
	runtime       *Runtime
	session       handle
	input, output []byte // names, ended by 0
}

// Open reads the network in the file at path. Each run of it takes the given number of threads.
func (r *Runtime) Open(path string, threads int) (*Model, error) {
	m := &Model{runtime: r}
	var options, input, output handle
	err := r.first(
		func() handle { return r.createOptions(&options) },
		func() handle { return r.threadsInside(options, int32(threads)) },
		func() handle { return r.threadsBetween(options, 1) },
		// A thread without work must leave its processor to other programs.
		func() handle { return r.setOption(options, "session.intra_op.allow_spinning", "0") },
		// The sizes of images differ, so what is kept for the next one of the same size only takes memory.
		func() handle { return r.withoutPatterns(options) },
		func() handle { return r.createSession(r.env, path, options, &m.session) },
		func() handle { return r.inputName(m.session, 0, r.allocator, &input) },
		func() handle { return r.outputName(m.session, 0, r.allocator, &output) },
	)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, path)
	}
	m.input, m.output = copied(input), copied(output)
	return m, r.first(
		func() handle { return r.free(r.allocator, input) },
		func() handle { return r.free(r.allocator, output) },
	)
}

// Tensor is an array of numbers. The last of its dimensions is that of neighbours.
type Tensor struct {
	Shape []int64
	Data  []float32
}

// Run gives the network its input, and returns its output.
func (m *Model) Run(in Tensor) (out Tensor, err error) {
	r := m.runtime
	var value, result handle
	var pins runtime.Pinner // until the library has released the value
	defer pins.Unpin()
	pins.Pin(&in.Data[0])
	input, output := &m.input[0], &m.output[0]
	pins.Pin(input)
	pins.Pin(output)
	err = r.first(
		func() handle {
			size := uintptr(len(in.Data)) * unsafe.Sizeof(in.Data[0])
			return r.createTensor(r.memory, &in.Data[0], size, &in.Shape[0], uintptr(len(in.Shape)), float32Elements, &value)
		},
		func() handle { return r.run(m.session, 0, &input, &value, 1, &output, 1, &result) },
	)
	if value != 0 {
		defer r.releaseValue(value)
	}
	if err != nil {
		return out, err
	}
	defer r.releaseValue(result)
	return r.tensor(result)
}

// tensor returns a copy of a tensor of the library.
func (r *Runtime) tensor(value handle) (t Tensor, err error) {
	var info, data handle
	var dimensions uintptr
	if err := r.first(func() handle { return r.tensorShape(value, &info) }); err != nil {
		return t, err
	}
	defer r.releaseShape(info)
	err = r.first(
		func() handle { return r.dimensionsCount(info, &dimensions) },
		func() handle {
			t.Shape = make([]int64, dimensions)
			return r.dimensions(info, unsafe.SliceData(t.Shape), dimensions)
		},
		func() handle { return r.tensorData(value, &data) },
	)
	n := int64(1)
	for _, d := range t.Shape {
		n *= d
	}
	if err == nil && n > 0 {
		t.Data = append(t.Data, unsafe.Slice((*float32)(data.pointer()), n)...)
	}
	return t, err
}

// pointer returns the handle as a pointer. Go's garbage collector leaves the library's memory alone.
func (h handle) pointer() unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&h)) }

// copied returns a text of the library, with the 0 at its end.
func copied(text handle) []byte {
	start := (*byte)(text.pointer())
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(start), n)) != 0 {
		n++
	}
	return append([]byte(nil), unsafe.Slice(start, n+1)...)
}
