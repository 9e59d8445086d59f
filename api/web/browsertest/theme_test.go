package browsertest_test

import "testing"

// The page is dark where the system is, unless somebody chose otherwise; the
// choice holds the next day.
func TestThemes(t *testing.T) {
	t.Parallel()
	b := newTab(t, everybodys(t))
	b.media("screen", "dark")
	b.visit("/")
	b.sees("#theme")
	b.isDark(true)
	b.media("screen", "light")
	b.isDark(false)
	b.pick("#theme", "dark")
	b.isDark(true)
	b.away()
	b.visit("/")
	b.isDark(true)
	b.media("screen", "dark")
	b.pick("#theme", "light")
	b.isDark(false)
	b.pick("#theme", "auto")
	b.isDark(true)
}

// isDark waits until the ground of the page is, or is not.
func (b *tab) isDark(want bool) {
	b.Helper()
	b.awaitf(`(() => {
		const c = document.createElement('canvas').getContext('2d')
		c.fillStyle = getComputedStyle(document.body).backgroundColor
		c.fillRect(0, 0, 1, 1)
		const [r, g, b] = c.getImageData(0, 0, 1, 1).data
		return (r + g + b < 384) === %t
	})()`, want)
}
