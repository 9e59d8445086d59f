package callback_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/net/dns/dnsmessage"

	"biom/shared/broker"
	"biom/shared/callback"
	"biom/shared/job"
	"biom/shared/testenv"
)

// bundle is the environment of a test: a real queue, a real database, names of its own, and a
// clock that only the test moves.
type bundle struct {
	*testing.T

	nats  *testenv.NATSServer
	clock *testenv.Clock
	names *nameServer
	cfg   callback.Config
	test  callback.Testing
	log   *lockedBuffer
	notes chan note // what the deliverers noted
}

// note is the outcome of an attempt.
type note struct {
	outcome string
	next    time.Time
}

// setup starts everything but a deliverer. Addresses of this machine are allowed.
func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{
		T: t, nats: testenv.StartNATS(t), clock: testenv.NewClock(), names: startNameServer(t), log: &lockedBuffer{}, notes: make(chan note, 1000),
	}
	b.cfg = callback.Config{
		Store: openSQLite(t, filepath.Join(t.TempDir(), "biom.db")), Sealer: box(t, job.NewKey()),
		Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, Now: b.clock.Now, Log: slog.New(slog.NewTextHandler(b.log, nil)),
	}
	b.test = callback.Testing{
		Roots:    authority(),
		Resolver: b.names.resolver(), Random: func() float64 { return 0 }, AnswerTimeout: time.Minute, LongestNap: 20 * time.Millisecond, PullWait: 50 * time.Millisecond,
		Noted: func(outcome string, next time.Time) { b.notes <- note{outcome, next} },
	}
	t.Cleanup(func() {
		for _, secret := range []string{"ada", "bob", "crm", "hooks.test", "127.0.0.1", "whsec", "job-", "monday"} {
			if strings.Contains(b.log.String(), secret) {
				t.Errorf("%s was logged: %s", secret, b.log)
			}
		}
	})
	return b
}

// box returns the sealer with job keys.
func box(t *testing.T, keys string) callback.Sealer {
	t.Helper()
	ring, err := job.ParseKeys(keys)
	if err != nil {
		t.Fatal(err)
	}
	box, err := ring.Box("biom callbacks")
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// lockedBuffer is a buffer for a log.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *bundle) connect() *broker.Conn {
	b.Helper()
	conn, err := broker.Connect(b.Context(), broker.Config{URL: b.nats.URL(), Wait: 2 * time.Minute, RequestTimeout: time.Minute})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(conn.Close)
	return conn
}

// deliverer returns a deliverer that does not run.
func (b *bundle) deliverer() *callback.Deliverer {
	b.Helper()
	return b.delivererOn(b.connect())
}

func (b *bundle) delivererOn(conn *broker.Conn) *callback.Deliverer {
	b.Helper()
	d, err := callback.New(b.Context(), conn, b.cfg.With(b.test))
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// run starts a deliverer, as an api does. stop ends it; so does the end of the test.
func (b *bundle) run() (d *callback.Deliverer, stop func()) {
	b.Helper()
	conn := b.connect()
	d = b.delivererOn(conn)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { d.Run(ctx) })
	stop = func() {
		cancel()
		running.Wait()
		_ = conn.NATS.FlushTimeout(2 * time.Minute) // what was given back has arrived; the server may be stopped already
	}
	b.Cleanup(stop)
	return d, stop
}

// allow adds an endpoint and returns its secret.
func (b *bundle) allow(user, name, url string) (secret string) {
	b.Helper()
	e, secret, err := callback.NewEndpoint(b.cfg.Sealer, user, name, url, b.clock.Now())
	if err == nil {
		err = b.cfg.Store.Add(b.Context(), e)
	}
	if err != nil {
		b.Fatal(err)
	}
	return secret
}

// endpoint returns a stored endpoint of ada.
func (b *bundle) endpoint(name string) callback.Endpoint {
	b.Helper()
	e, err := b.cfg.Store.Find(b.Context(), "ada", name)
	if err != nil {
		b.Fatal(err)
	}
	return e
}

// event returns an event of the endpoint crm of ada.
func (b *bundle) event() callback.Event {
	return callback.Event{
		ID: "msg_" + uuid.NewString(), User: "ada", Endpoint: "crm", JobID: "job-" + uuid.NewString(), Status: callback.Succeeded, Batch: "monday", Time: b.clock.Now(),
	}
}

func (b *bundle) queue(d *callback.Deliverer, e callback.Event) {
	b.Helper()
	if err := d.Queue(b.Context(), e); err != nil {
		b.Fatal(err)
	}
}

// waitNote waits for the outcome of the next attempt.
func (b *bundle) waitNote() note {
	b.Helper()
	select {
	case n := <-b.notes:
		return n
	case <-time.After(2 * time.Minute):
		b.Fatal("no attempt was made")
		return note{}
	}
}

// last waits for the last outcome of the only event. It sets the clock to the time of each
// attempt, after it has told before how long after the first one that is.
func (b *bundle) last(before func(after time.Duration)) (outcome string, after time.Duration) {
	b.Helper()
	began := b.clock.Now()
	for {
		n := b.waitNote()
		if n.outcome != "failed" {
			return n.outcome, b.clock.Now().Sub(began)
		}
		before(n.next.Sub(began))
		b.clock.Advance(n.next.Sub(b.clock.Now()))
	}
}

// wantQueue waits until n events are in the queue.
func (b *bundle) wantQueue(n uint64) {
	b.Helper()
	conn := b.connect()
	testenv.Await(b, "the queue", func() bool {
		stream, err := conn.JS.Stream(b.Context(), callback.Stream)
		return err == nil && stream.CachedInfo().State.Msgs == n
	})
}

// receiver is an HTTPS server that notes what is posted. Its certificate is valid for 127.0.0.1
// and example.com.
type receiver struct {
	*httptest.Server

	file *os.File // the socket, which keeps the port
	port string

	mu    sync.Mutex
	posts []post
}

type post struct {
	header http.Header
	body   string
}

// newReceiver returns a receiver that answers with 204, or as answer says. It has an address, and
// refuses connections until it is opened.
func newReceiver(t testing.TB, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{}
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err == nil {
		r.file = os.NewFile(uintptr(fd), "receiver")
		t.Cleanup(func() { _ = r.file.Close() })
		err = syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	}
	if err != nil {
		t.Fatal(err)
	}
	address, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	r.port = strconv.Itoa(address.(*syscall.SockaddrInet4).Port)
	r.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.posts = append(r.posts, post{req.Header, string(body)})
		r.mu.Unlock()
		if answer == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		answer(w, req)
	}))
	r.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	return r
}

// open makes the receiver listen.
func (r *receiver) open(t testing.TB) *receiver {
	t.Helper()
	_ = r.Listener.Close()
	err := syscall.Listen(int(r.file.Fd()), 128)
	if err == nil {
		r.Listener, err = net.FileListener(r.file)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.StartTLS()
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) received() []post {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.posts)
}

// at returns the receiver's address under the name of a host.
func (r *receiver) at(host string) string {
	return "https://" + net.JoinHostPort(host, r.port) + "/hook"
}

// authority returns the authority of the receivers' certificate.
var authority = sync.OnceValue(func() *x509.CertPool {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	return pool
})

// expired returns a certificate that was valid until yesterday, and its authority.
func expired(t testing.TB) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(-24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}

// nameServer is a DNS server that knows the names of a test.
type nameServer struct {
	conn net.PacketConn

	mu    sync.Mutex
	names map[string][]netip.Addr // name → its addresses
}

func startNameServer(t *testing.T) *nameServer {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &nameServer{conn: conn, names: map[string][]netip.Addr{}}
	var running sync.WaitGroup
	running.Go(s.serve)
	t.Cleanup(func() { _ = conn.Close(); running.Wait() })
	return s
}

// set gives a name its addresses, in place of others.
func (s *nameServer) set(name string, addresses ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[name+"."] = nil
	for _, a := range addresses {
		s.names[name+"."] = append(s.names[name+"."], netip.MustParseAddr(a))
	}
}

func (s *nameServer) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", s.conn.LocalAddr().String())
	}}
}

func (s *nameServer) serve() {
	packet := make([]byte, 512)
	for {
		n, from, err := s.conn.ReadFrom(packet)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(packet[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		if answer, err := s.answer(m).Pack(); err == nil {
			_, _ = s.conn.WriteTo(answer, from)
		}
	}
}

func (s *nameServer) answer(m dnsmessage.Message) *dnsmessage.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := m.Questions[0]
	addresses, known := s.names[q.Name.String()]
	m.Response, m.Additionals = true, nil
	if !known {
		m.RCode = dnsmessage.RCodeNameError
	}
	for _, a := range addresses {
		var body dnsmessage.ResourceBody
		switch {
		case q.Type == dnsmessage.TypeA && a.Is4():
			body = &dnsmessage.AResource{A: a.As4()}
		case q.Type == dnsmessage.TypeAAAA && a.Is6():
			body = &dnsmessage.AAAAResource{AAAA: a.As16()}
		default:
			continue
		}
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class}, Body: body})
	}
	return &m
}

// await waits until a condition holds.
func (b *bundle) await(event string, condition func() bool) {
	b.Helper()
	testenv.Await(b, event, condition)
}
