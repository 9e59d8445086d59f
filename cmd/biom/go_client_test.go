package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"biom/shared/client"
)

// The client in Go passes the scenario of all clients against a service. The members of
// the scenario are explained in shared/client/scenario/README.md.
func TestLongGoClient(t *testing.T) {
	t.Parallel()
	var s struct {
		Documents map[string]json.RawMessage
		Steps     []scenarioStep
	}
	text, err := os.ReadFile("../../shared/client/scenario/scenario.json")
	if err != nil || json.Unmarshal(text, &s) != nil {
		t.Fatal(err)
	}
	run := scenarioRun{documents: s.Documents, saved: map[string]any{"run": strings.ToLower(rand.Text())}}
	for _, setting := range scenarioService(t) {
		name, value, _ := strings.Cut(setting, "=")
		switch name {
		case "SCENARIO_URL":
			run.url = value
		case "SCENARIO_KEYS":
			if err := json.Unmarshal([]byte(value), &run.keys); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, step := range s.Steps {
		if err := run.step(t.Context(), step); err != nil {
			t.Errorf("%s: %v", step.Name, err)
		}
	}
}

type scenarioStep struct {
	Name, As, Call string
	With           map[string]any
	Expect, Error  map[string]any
	Save           map[string]string
}

type scenarioRun struct {
	url       string
	keys      map[string]string // by user
	documents map[string]json.RawMessage
	saved     map[string]any
}

// step makes the call of a step. Its error says what is not as expected.
func (r *scenarioRun) step(ctx context.Context, s scenarioStep) error {
	c, err := client.New(client.Config{BaseURL: r.url, APIKey: r.keys[s.As]})
	if err != nil {
		return err
	}
	defer c.Close()
	outcome, err := r.call(ctx, c, s.Call, arguments(asJSON(r.filled(s.With)).(map[string]any)))
	expected := s.Expect
	switch {
	case s.Error == nil && err != nil:
		return err
	case s.Error != nil && err == nil:
		return fmt.Errorf("no error, but %.200v", outcome)
	case s.Error != nil:
		expected, outcome = s.Error, errorOutcome(err)
	}
	outcome = asJSON(outcome)
	for path, want := range expected {
		if got := valueAt(outcome, path); !satisfies(got, r.filled(want)) {
			return fmt.Errorf("%s is %.300v, and should be %.300v", path, got, want)
		}
	}
	for name, path := range s.Save {
		r.saved[name] = valueAt(outcome, path)
	}
	return nil
}

// call makes a call and returns its outcome, with names as on the wire.
func (r *scenarioRun) call(ctx context.Context, c *client.Client, name string, a arguments) (any, error) {
	type object = map[string]any
	switch name {
	case "process":
		u, info := r.upload(a)
		response, err := c.Process(ctx, u)
		return object{"response": response, "withheld": info.list(), "replayed": info.Replayed}, err
	case "stream":
		u, _ := r.upload(a)
		return streamed(c.ProcessStream(ctx, u))
	case "retrieve":
		return retrieved(c.Retrieve(ctx, a.text("code")))
	case "export":
		return r.export(ctx, c, a)
	case "usage":
		return c.Usage(ctx, false)
	case "submit":
		u, _ := r.upload(a)
		return jobOutcome(c.Submit(ctx, u))
	case "job":
		return jobOutcome(c.Job(ctx, a.text("job")))
	case "wait":
		return jobOutcome(c.WaitJob(ctx, a.text("job")))
	case "result":
		return retrieved(c.JobResult(ctx, a.text("job")))
	case "events":
		return streamed(c.JobEvents(ctx, a.text("job"), a.text("after")))
	case "cancel":
		return object{}, c.CancelJob(ctx, a.text("job"))
	case "batch":
		return c.Batch(ctx, a.text("batch"), a.page())
	case "batch_jobs":
		var jobs []client.BatchJob
		for query := a.page(); ; {
			page, err := c.Batch(ctx, a.text("batch"), query)
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, page.Jobs...)
			if query.After = page.Next; query.After == "" {
				return object{"jobs": jobs}, nil
			}
		}
	case "batch_events":
		var events []object
		for job, err := range c.BatchEvents(ctx, a.text("batch"), "") {
			if err != nil {
				return nil, err
			}
			if events = append(events, object{"event": "end", "id": job.EventID, "data": job}); len(events) == a.number("take") {
				break
			}
		}
		return object{"events": events}, nil
	}
	return nil, fmt.Errorf("there is no call %s", name)
}

// arguments are the arguments of a call.
type arguments map[string]any

func (a arguments) text(name string) string {
	text, _ := a[name].(string)
	return text
}

func (a arguments) number(name string) int {
	n, _ := a[name].(float64)
	return int(n)
}

func (a arguments) page() client.BatchQuery {
	return client.BatchQuery{Status: client.JobStatus(a.text("status")), Limit: a.number("limit"), After: a.text("after")}
}

// uploadInfo is what the headers of a response to an upload say.
type uploadInfo struct{ client.Info }

// list returns the withheld values, also if there are none.
func (i *uploadInfo) list() []string { return append([]string{}, i.Withheld...) }

func (r *scenarioRun) upload(a arguments) (client.Upload, *uploadInfo) {
	what, _ := a["upload"].(map[string]any)
	file := arguments(what)
	info := &uploadInfo{}
	u := client.Upload{
		Filename: file.text("filename"), Tier: a.text("tier"), IdempotencyKey: a.text("idempotency_key"), Batch: a.text("batch"),
		Callback: a.text("callback"), Wait: time.Duration(a.number("wait")) * time.Second, Info: &info.Info,
	}
	u.Share, _ = a["share"].(bool)
	content := []byte(file.text("text"))
	switch sample := file.text("sample"); {
	case sample != "":
		u.Filename = sample
		content, _ = os.ReadFile(filepath.Join(samples, sample)) // without it the service refuses the upload
	case file.text("document") != "":
		content = r.documents[file.text("document")]
	case file.number("size") > 0:
		content = make([]byte, file.number("size"))
		copy(content, "%PDF-1.7\n")
	}
	u.Content = bytes.NewReader(content)
	return u, info
}

func (r *scenarioRun) export(ctx context.Context, c *client.Client, a arguments) (any, error) {
	var e client.Export
	responses, _ := a["responses"].([]any)
	for _, item := range responses {
		saved := arguments(item.(map[string]any))
		text, err := json.Marshal(saved["response"])
		if err != nil {
			return nil, err
		}
		e.Responses = append(e.Responses, client.SavedResponse{Response: text, Filename: saved.text("filename")})
	}
	formats, _ := a["formats"].([]any)
	for _, format := range formats {
		e.Formats = append(e.Formats, client.Format(format.(string)))
	}
	var archive bytes.Buffer
	if err := c.Export(ctx, e, &archive); err != nil {
		return nil, err
	}
	files, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, f := range files.File {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return map[string]any{"files": names}, nil
}

// streamed collects the events of a stream.
func streamed(stream iter.Seq2[client.Event, error]) (any, error) {
	events, withheld := []any{}, []string{}
	for e, err := range stream {
		if err != nil {
			return nil, err
		}
		name, data := "progress", any(e)
		if e.Response != nil {
			name, data = e.Stage, e.Raw
			withheld = append(withheld, e.Withheld...)
		}
		events = append(events, map[string]any{"event": name, "id": e.ID, "data": data})
	}
	return map[string]any{"events": events, "withheld": withheld}, nil
}

func retrieved(got *client.Retrieved, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{"response": got.Raw, "withheld": append([]string{}, got.Withheld...)}, nil
}

func jobOutcome(job *client.Job, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	outcome := asJSON(job).(map[string]any)
	if job.Response != nil {
		outcome["response"], outcome["withheld"] = job.Raw, append([]string{}, job.Withheld...)
	}
	if p := job.Problem; p != nil {
		outcome["problem"] = map[string]any{"status": p.Status, "error": map[string]any{"code": p.Code, "details": p.Details}}
	}
	return outcome, nil
}

// errorOutcome describes an error. One that the client found itself has no members.
func errorOutcome(err error) any {
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		return map[string]any{}
	}
	return map[string]any{
		"status": e.Status, "code": e.Code, "request_id": e.RequestID, "reason": e.Reason(), "faults": e.Faults(), "retry_after": e.RetryAfter.Seconds(),
	}
}

// asJSON returns a value as encoding/json decodes it into any.
func asJSON(v any) (out any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&out); err != nil && !errors.Is(err, io.EOF) {
		panic(err)
	}
	return out
}

var savedValue = regexp.MustCompile(`\$\{([^}]+)\}`)

// filled returns a value of a step with the saved values in it.
func (r *scenarioRun) filled(v any) any {
	switch v := v.(type) {
	case string:
		if m := savedValue.FindString(v); m == v && m != "" {
			return r.value(m)
		}
		return savedValue.ReplaceAllStringFunc(v, func(m string) string { return fmt.Sprint(r.value(m)) })
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = r.filled(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name := range v {
			out[name] = r.filled(v[name])
		}
		return out
	}
	return v
}

// value returns the saved value that ${name} or ${name.path} stands for.
func (r *scenarioRun) value(reference string) any {
	return valueAt(r.saved, savedValue.FindStringSubmatch(reference)[1])
}

var pathStep = regexp.MustCompile(`^(?:\.?([^.\[\]]+)|\[(-?\d+|\*)\])`)

// valueAt returns what is at a path, nil if there is nothing.
func valueAt(v any, path string) any {
	if path == "" {
		return v
	}
	m := pathStep.FindStringSubmatch(path)
	rest := path[len(m[0]):]
	if m[1] != "" {
		object, _ := v.(map[string]any)
		return valueAt(object[m[1]], rest)
	}
	list, _ := v.([]any)
	if m[2] == "*" {
		out := []any{}
		for _, item := range list {
			if found := valueAt(item, rest); found != nil {
				out = append(out, found)
			}
		}
		return out
	}
	i, _ := strconv.Atoi(m[2])
	if i < 0 {
		i += len(list)
	}
	if i < 0 || i >= len(list) {
		return nil
	}
	return valueAt(list[i], rest)
}

// satisfies reports whether a value is as expected.
func satisfies(got, want any) bool {
	rule, _ := want.(map[string]any)
	for name, argument := range rule {
		if !strings.HasPrefix(name, "$") {
			break
		}
		list, _ := got.([]any)
		switch name {
		case "$matches":
			text, ok := got.(string)
			return ok && regexp.MustCompile(argument.(string)).MatchString(text)
		case "$not":
			return !reflect.DeepEqual(got, argument)
		case "$at_least":
			n, ok := got.(float64)
			return ok && n >= argument.(float64)
		case "$length":
			return float64(len(list)) == argument.(float64)
		case "$in_order":
			return inOrder(list, argument.([]any))
		case "$sorted":
			slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			return reflect.DeepEqual(list, argument)
		}
		return false
	}
	return reflect.DeepEqual(got, want)
}

// inOrder reports whether list begins with the first of allowed, has no others, and never goes
// back.
func inOrder(list, allowed []any) bool {
	last := 0
	for i, item := range list {
		place := slices.IndexFunc(allowed, func(a any) bool { return reflect.DeepEqual(a, item) })
		if place < last || i == 0 && place != 0 {
			return false
		}
		last = place
	}
	return len(list) > 0
}
