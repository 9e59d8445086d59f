package samples

import "math/rand/v2"

// deviceSpec is one biometer: how it is called, what its printouts look like.
type deviceSpec struct {
	name, maker string    // of the data model
	posterior   string    // pk_device_name, "" if it measures no posterior cornea
	index       []float64 // keratometric indices it prints or can be set to
	layouts     []layout
}

// layout is one way in which a device prints.
type layout struct {
	name  string                  // for the file's name: "side", "pages", "radii" …
	adapt func(*rand.Rand, *exam) // makes nil what this layout does not print, rounds to what it prints; may be nil
	print func(*canvas, *exam)
}
