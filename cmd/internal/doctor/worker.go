package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Sandbox judges what confines the programs that read documents. levels describes it, and missing are the
// mechanisms that the kernel does not grant. err says that the sandbox is required and not there.
func (r *Report) Sandbox(levels string, missing []string, err error) {
	switch {
	case err != nil:
		r.Problem("Sandbox", "", "%v", err)
	case len(missing) > 0:
		r.Warn("Sandbox", "Use Linux 5.13 or later with Landlock among its security modules, and a container profile that allows landlock and seccomp.",
			"the kernel or the container does not grant %s (%s)", strings.Join(missing, ", "), levels)
	default:
		r.OK("Sandbox", "complete: %s", levels)
	}
}

// Program is a program that reads documents.
type Program struct{ Name, VersionFlag string }

// version returns the version that the program says it has.
func (p Program) version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, p.Name, p.VersionFlag).CombinedOutput()
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(out), "\n") // such as "pdftotext version 22.12.0"
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", errors.New("it says no version")
	}
	return words[len(words)-1], nil
}

// Programs checks the programs that a worker starts. missing are the Debian packages that its providers
// did not find.
func (r *Report) Programs(ctx context.Context, missing []string, programs ...Program) {
	if len(missing) > 0 {
		slices.Sort(missing)
		r.Problem("Programs", "apt-get install "+strings.Join(slices.Compact(missing), " "), "not every document can be read and checked: programs or languages are missing")
		return
	}
	var found []string
	for _, p := range programs {
		version, err := p.version(ctx)
		if err != nil {
			r.Problem("Programs", "Install it anew.", "%s does not run: %v", p.Name, err)
			return
		}
		found = append(found, p.Name+" "+version)
	}
	r.OK("Programs", "%s, with every language that is used", strings.Join(found, ", "))
}

// Networks checks whether the local reader has its neural networks. err says why it has none.
func (r *Report) Networks(err error) {
	if err != nil {
		r.Warn("OCR networks", "Run deploy/ocr DIR in biom's repository, then set BIOM_OCR_DIR=DIR.",
			"the local reader reads scans and photos by tesseract alone, and finds less in them: %v", err)
		return
	}
	r.OK("OCR networks", "scans and photos are read by neural networks, too")
}

// Key asks the provider whether it accepts a key.
type Key func(context.Context) (accepted bool, err error)

// Keys asks the provider for each of the deployment's keys, by its number: a key is never shown.
func (r *Report) Keys(ctx context.Context, keys []Key) {
	if len(keys) == 0 {
		r.Warn("Provider keys", "Set BIOM_PROVIDER_KEYS, unless every caller has a provider key.", "none: only documents with the caller's own key are read")
		return
	}
	accepted := 0
	for i, key := range keys {
		name := fmt.Sprintf("key %d of %d", i+1, len(keys))
		switch ok, err := key(ctx); {
		case err != nil:
			r.NotChecked("Provider keys", "Look whether this machine reaches the provider (BIOM_PROVIDER_URL, HTTPS_PROXY, firewall).", "%s: the provider does not say: %v", name, err)
		case !ok:
			r.Problem("Provider keys", "Take it out of BIOM_PROVIDER_KEYS, or replace it.", "%s: the provider does not accept it", name)
		default:
			accepted++
		}
	}
	if accepted == len(keys) {
		r.OK("Provider keys", "the provider accepts all %d", accepted)
	}
}

// providerClockLimit is the gap that a clock may have to a provider's: it does not matter to biom, and the
// header Date has whole seconds.
const providerClockLimit = 5 * time.Second

// Provider checks that the provider at url is reached, and compares clocks.
func (r *Report) Provider(ctx context.Context, url string, now func() time.Time) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		r.Problem("Provider", "Correct BIOM_PROVIDER_URL.", "it is not an address")
		return
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		r.Problem("Provider", "Correct BIOM_PROVIDER_URL, or let this machine reach it (HTTPS_PROXY, firewall).", "%s does not answer: %v", req.URL.Host, err)
		return
	}
	defer res.Body.Close()
	at, err := http.ParseTime(res.Header.Get("Date"))
	switch gap := at.Sub(now()); {
	case err != nil:
		r.OK("Provider", "%s answers", req.URL.Host)
	case gap.Abs() > providerClockLimit:
		r.Warn("Provider", "Have this machine set its clock by NTP (chrony, systemd-timesyncd).", "%s answers; its clock and this machine's differ by %s", req.URL.Host, brief(gap.Abs()))
	default:
		r.OK("Provider", "%s answers, and its clock agrees with this machine's", req.URL.Host)
	}
}
