package samples

// devices is every biometer that samples are made of. A new one is a file with
// its deviceSpec, and a line here.
var devices = []*deviceSpec{
	&iolmaster700, &lenstar, &eyestar, &anterion, &aladdin, &argos, &oa2000, &ms39, &pentacam,
}
