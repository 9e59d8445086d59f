package testenv_test

import (
	"bufio"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"

	"biom/shared/testenv"
)

// ask sends inline commands and returns the last reply.
func ask(t testing.TB, addr string, commands ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	reader, reply := bufio.NewReader(conn), ""
	for _, command := range commands {
		_, _ = fmt.Fprint(conn, command+"\r\n")
		if reply, err = reader.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	return strings.TrimSpace(reply)
}

func TestSharedRedisDatabasesAreSeparateAndEmpty(t *testing.T) {
	t.Parallel()
	for range 300 { // more than there are databases: they are used again
		t.Run("", func(t *testing.T) {
			u, err := url.Parse(testenv.Redis(t))
			if err != nil {
				t.Fatal(err)
			}
			if got := ask(t, u.Host, "SELECT "+u.Path[1:], "DBSIZE"); got != ":0" {
				t.Errorf("database %s has %s keys", u.Path, got)
			}
			ask(t, u.Host, "SELECT "+u.Path[1:], "SET a 1")
		})
	}
}

func TestDurableRedisKeepsItsData(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testenv.RedisServer, testing.TB){"stop": (*testenv.RedisServer).Stop, "kill": (*testenv.RedisServer).Kill} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
			ask(t, s.Addr, "SET a 1")
			end(s, t)
			if _, err := net.Dial("tcp", s.Addr); err == nil {
				t.Error("still listening")
			}
			s.Start(t)
			if got := ask(t, s.Addr, "EXISTS a"); got != ":1" {
				t.Errorf("EXISTS a = %s after %s", got, name)
			}
		})
	}
}
