package doctor_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"biom/cmd/internal/doctor"
)

// addresses returns the addresses of a machine.
func addresses(list ...string) func() ([]netip.Addr, error) {
	return func() (all []netip.Addr, err error) {
		for _, a := range list {
			all = append(all, netip.MustParseAddr(a))
		}
		return all, nil
	}
}

func TestListeners(t *testing.T) {
	t.Parallel()
	inside, outside := addresses("127.0.0.1", "10.1.2.3", "fe80::1"), addresses("127.0.0.1", "203.0.113.7")
	for address, c := range map[string]struct {
		machine func() ([]netip.Addr, error)
		admin   doctor.State
		public  doctor.State
	}{
		"127.0.0.1:9090":   {outside, doctor.OK, doctor.OK},
		"localhost:9090":   {outside, doctor.OK, doctor.OK},
		"0.0.0.0:9090":     {inside, doctor.OK, doctor.OK},
		":9090":            {outside, doctor.Problem, doctor.Warning},
		"[::]:9090":        {outside, doctor.Problem, doctor.Warning},
		"203.0.113.7:9090": {inside, doctor.Problem, doctor.Warning},
		"9090":             {inside, doctor.Problem, doctor.Problem},
	} {
		var r doctor.Report
		r.Admin(address, c.machine)
		want(t, &r, "Admin listener", c.admin)
		r.Listener(doctor.Listener{Address: address, Addresses: c.machine, Now: time.Now})
		want(t, &r, "Public listener", c.public)
	}
	var r doctor.Report
	r.Admin("", outside)
	want(t, &r, "Admin listener", doctor.OK, "none")
}

func TestTrustedProxies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		listen, trusted, cert string
		state                 doctor.State
	}{
		{"0.0.0.0:8080", "10.213.77.0/24", "", doctor.OK},
		{"0.0.0.0:8080", "0.0.0.0/0", "", doctor.Problem},
		{"0.0.0.0:8080", "::/0", "", doctor.Problem},
		{"0.0.0.0:8080", "10.0.0.0/7", "", doctor.Warning},
		{"0.0.0.0:8080", "", "", doctor.Warning},
		{"0.0.0.0:8443", "", "cert.pem", doctor.OK},
		{"127.0.0.1:8080", "", "", doctor.OK},
	} {
		l := doctor.Listener{Address: c.listen, CertFile: c.cert, Now: time.Now}
		if c.trusted != "" {
			l.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(c.trusted)}
		}
		var r doctor.Report
		r.Proxies(l)
		want(t, &r, "Trusted proxies", c.state)
	}
}

func TestCertificate(t *testing.T) {
	t.Parallel()
	end := time.Date(2030, 1, 31, 0, 0, 0, 0, time.UTC)
	cert, key := writeCertificate(t, end)
	for before, state := range map[time.Duration]doctor.State{30 * 24 * time.Hour: doctor.OK, 24 * time.Hour: doctor.Warning, -time.Hour: doctor.Problem} {
		var r doctor.Report
		r.Listener(doctor.Listener{Address: ":8443", CertFile: cert, KeyFile: key, Now: func() time.Time { return end.Add(-before) }})
		want(t, &r, "Certificate", state, "2030-01-31")
	}
	var r doctor.Report
	r.Listener(doctor.Listener{Address: ":8443", CertFile: cert, KeyFile: cert, Now: time.Now})
	want(t, &r, "Certificate", doctor.Problem, "BIOM_TLS_KEY")
}

func writeCertificate(t *testing.T, end time.Time) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: end.AddDate(-1, 0, 0), NotAfter: end}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}
