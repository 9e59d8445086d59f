package browsertest_test

import "testing"

// The page has the system's theme unless the user has chosen one. The choice is stored.
func TestThemeOfTheSystemOrOfTheUser(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.media("screen", "dark")
	b.visit("/")
	b.waitVisible("#theme")
	b.waitDark(true)
	b.media("screen", "light")
	b.waitDark(false)
	b.selectValue("#theme", "dark")
	b.waitDark(true)
	b.leaveSite()
	b.visit("/")
	b.waitDark(true)
	b.media("screen", "dark")
	b.selectValue("#theme", "light")
	b.waitDark(false)
	b.selectValue("#theme", "auto")
	b.waitDark(true)
}

// waitDark waits until the background of the page is dark, or is not.
func (b *tab) waitDark(want bool) {
	b.Helper()
	b.awaitf(`(() => {
		const c = document.createElement('canvas').getContext('2d')
		c.fillStyle = getComputedStyle(document.body).backgroundColor
		c.fillRect(0, 0, 1, 1)
		const [r, g, b] = c.getImageData(0, 0, 1, 1).data
		return (r + g + b < 384) === %t
	})()`, want)
}
