package reader

import "biom/shared/biometry"

// doubt is why a value that is printed is not believed. Of two doubts about one value the
// later of this list counts.
type doubt int

const (
	noDoubt      doubt = iota
	illegible          // its digits may not be these: it is cut, or OCR lost a part
	impossible         // outside the range of its field, or in another unit
	notKnown           // words that mean nothing
	severalDates       // no date, or one whose day and month may be exchanged
	seenOnce           // one look alone saw it
	looksDiffer        // looks saw different values
	incomplete         // it comes with another value, which was not found
	breaksRule         // with the others it breaks a rule of the data model

	// Of these not the digits are in doubt, but whether this number is the value. To read
	// the digits again would not help.

	severalValues   // another number may be the value
	severalMeanings // the number is also another field's
	severalTables   // its meridian's other value is of another table
	eyeUnclear      // the headings do not tell whose it is
	severalPatients // the document is of two people
)

// isAmbiguous reports that it is not known whether this number is the value.
func (d doubt) isAmbiguous() bool { return d >= severalValues }

// doubtIf returns d if what it says holds.
func doubtIf(holds bool, d doubt) doubt {
	if holds {
		return d
	}
	return noDoubt
}

// withheldReason is what the user is told about each doubt.
var withheldReason = map[doubt]biometry.WithheldReason{
	illegible:       biometry.NotLegible,
	impossible:      biometry.BreaksRule,
	notKnown:        biometry.NotUnderstood,
	severalDates:    biometry.NotUnderstood,
	seenOnce:        biometry.NotConfirmed,
	looksDiffer:     biometry.ReadingsDiffer,
	incomplete:      biometry.Incomplete,
	breaksRule:      biometry.BreaksRule,
	severalValues:   biometry.SeveralValues,
	severalMeanings: biometry.SeveralValues,
	severalTables:   biometry.SeveralValues,
	eyeUnclear:      biometry.EyeUnclear,
	severalPatients: biometry.PatientUnclear,
}
