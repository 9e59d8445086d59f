package callback

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Bounds of an answer.
const (
	answerTimeout = 10 * time.Second // for the whole of it, from the look-up of the name
	maxAnswer     = 64 << 10         // bytes of its body, and of its headers
)

// Why a post failed. A reason holds nothing that an endpoint sent, and no address.
const (
	reasonGone        = "answered with status 410: the endpoint wants no more of this"
	reasonRedirect    = "answered with a redirect, which is not followed"
	reasonStatus      = "answered with status " // and the status
	reasonSlow        = "did not answer within 10 seconds"
	reasonLarge       = "answered with more than 64 KiB"
	reasonPrivate     = "the name leads to an address that is not public, and not in BIOM_CALLBACK_ALLOW"
	reasonName        = "the name is not known"
	reasonCertificate = "the certificate is not valid for this name, or from an unknown authority"
	reasonDial        = "no connection"
	reasonBroken      = "the connection broke, or the answer is not HTTP"
	reasonSecret      = "the secret does not open with BIOM_JOB_KEY; biom keys callbacks rotate makes a new one"
	reasonRemoved     = "the endpoint was removed"
	reasonFull        = "too many callbacks wait"
)

// newClient returns the client that posts to endpoints. Their names may lead to anywhere, at any
// time, so the address is checked when it is dialled: it is public, or the operator allowed it.
// Redirects are not followed, proxies of the environment are not used, and a connection serves one post.
// A connection that is being made does not end with its post, so it has time limits of its own.
func newClient(cfg Config) *http.Client {
	dialer := &net.Dialer{Control: newGuard(cfg.Allow).Safe, Resolver: cfg.resolver, Timeout: cfg.answerTimeout}
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext:         dialer.DialContext,
			TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: cfg.roots},
			TLSHandshakeTimeout: cfg.answerTimeout,
			// Without it, the small body of an answer may unpack to a large one.
			DisableCompression: true, DisableKeepAlives: true, MaxResponseHeaderBytes: maxAnswer,
		},
	}
}

// newGuard returns what refuses every address but public ones and those in allow.
func newGuard(allow []netip.Prefix) *ssrf.Guardian {
	var v4, v6 []netip.Prefix
	for _, p := range allow {
		if p.Addr().Is4() {
			v4 = append(v4, p)
		} else {
			v6 = append(v6, p)
		}
	}
	return ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
}

// post posts an event to its endpoint once. It returns why that failed, "" if it did not.
func (d *Deliverer) post(ctx context.Context, to Endpoint, e Event) (reason string) {
	ctx, cancel := context.WithTimeout(ctx, d.cfg.answerTimeout)
	defer cancel()
	req, err := d.request(ctx, to, e)
	if err != nil {
		return reasonSecret
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return reasonOf(ctx, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusGone:
		return reasonGone
	case resp.StatusCode/100 == 3:
		return reasonRedirect
	case resp.StatusCode/100 != 2:
		return reasonStatus + strconv.Itoa(resp.StatusCode)
	}
	n, err := io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case n > maxAnswer:
		return reasonLarge
	case err != nil || ctx.Err() != nil: // a server may end its answer when we close the connection
		return reasonOf(ctx, err)
	}
	return ""
}

// request returns the signed request. Its timestamp is the time of this attempt.
func (d *Deliverer) request(ctx context.Context, to Endpoint, e Event) (*http.Request, error) {
	now := d.cfg.Now()
	body, err := e.body()
	if err != nil {
		return nil, err
	}
	secrets, err := to.secrets(d.cfg.Sealer, now)
	if err != nil {
		return nil, err
	}
	var signatures []string
	for _, secret := range secrets {
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return nil, err
		}
		signature, err := signer.Sign(e.ID, now, body)
		if err != nil {
			return nil, err
		}
		signatures = append(signatures, signature)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "biom")
	req.Header.Set(standardwebhooks.HeaderWebhookID, e.ID)
	req.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	req.Header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	return req, nil
}

// reasonOf returns the reason for an error of the client.
func reasonOf(ctx context.Context, err error) string {
	if errors.Is(err, ssrf.ErrProhibitedIP) {
		return reasonPrivate
	}
	// The deadline of a connection may pass a moment before that of its context.
	if timeout, ok := errors.AsType[net.Error](err); ctx.Err() != nil || ok && timeout.Timeout() {
		return reasonSlow
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return reasonName
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return reasonCertificate
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return reasonDial
	}
	return reasonBroken
}
