package browsertest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"

	"biom/shared/testenv"
)

// The other tests rely on the monitor, on axe-core and on leaks to find these faults.
func TestMonitorFindsFaultsOfAPage(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.waitVisible("#panel-upload")
	b.eval(`(async () => {
		console.error('said so')
		document.body.setAttribute('style', 'color: red')
		document.head.append(Object.assign(document.createElement('script'), {textContent: '1'}))
		setTimeout(() => { throw new Error('thrown') })
		Promise.reject(new Error('rejected'))
		await fetch('/nothing')
		await fetch('http://127.0.0.1:1/').catch(() => {})
		document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.2:1/'}))
	})()`)
	b.expectStatus(429, "/never")
	for _, want := range []string{
		"console: said so", "policy: style-src-attr inline", "policy: script-src-elem inline", "policy: connect-src", "policy: img-src",
		"Error: thrown", "Error: rejected", "unexpected: 404 /nothing", "did not come: 429 /never",
	} {
		testenv.Await(t, want, func() bool { return strings.Contains(strings.Join(b.allFaults(), "\n"), want) })
	}
	b.handle(&network.EventRequestWillBeSent{Request: &network.Request{URL: "http://example.com/"}})
	if !slices.Contains(b.allFaults(), "a foreign request: http://example.com/") {
		t.Error("a foreign request is not found")
	}
	b.reset()
}

// reset forgets all faults and expectations.
func (m *monitor) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults, m.expected = nil, map[string]int{}
}

func TestAxeFindsFaultsOfAPage(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.waitVisible("#panel-upload")
	b.setScreen(desktopDark)
	b.eval(`(() => {
		const button = document.querySelector('#panel-upload h2').parentElement.appendChild(document.createElement('button'))
		document.querySelector('#panel-upload').append(document.createElement('img'))
		const sheet = new CSSStyleSheet()
		sheet.replaceSync('#panel-upload h2 { color: #345 }')
		document.adoptedStyleSheets = [sheet]
	})()`)
	found := strings.Join(b.violations(), "\n")
	for _, want := range []string{"button-name", "image-alt", "color-contrast"} {
		if !strings.Contains(found, want) {
			t.Errorf("axe-core does not find %s, only\n%s", want, found)
		}
	}
}

func TestLeaksFindsStoredData(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.eval(`(async () => {
		sessionStorage.setItem('report', JSON.stringify({id: 'PT-2024-3834', at: '12:00:23.941Z'}))
		localStorage.setItem('last', '{"AL":23.83}')
		document.cookie = 'born=1948-01-24'
		await new Promise(done => { indexedDB.open('reports').onsuccess = done })
		await caches.open('answers')
	})()`)
	leaks := b.leaks()
	slices.Sort(leaks)
	if want := []string{"1948-01-24", "23.83", "AL", "PT-2024-3834", "cache", "indexedDB"}; !slices.Equal(leaks, want) {
		t.Errorf("found %q, want %q", leaks, want)
	}
}
