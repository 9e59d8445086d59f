package samples

import (
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"github.com/go-fonts/dejavu/dejavusansoblique"
)

// The fourth profile is for one honest measurement, and for no work on a
// reader: what devices print, what practice software exports and what clinics
// type, as faithfully as can be without a real one to copy.

// fourthDevices is every device with the layouts of this profile, and its own
// marks for what it measures.
var fourthDevices = []*deviceSpec{
	presented(iolmaster700, dialect("K1=K1", "K2=K2", "mean=SE", "cylinder=ΔK", "kappa=CW-Chord", "pupil=P"), planning, records, typed, trio),
	presented(lenstar, dialect("cylinder=AST", "aqueous=AD", "pupil=PD"), suite, checklist, typed, flankingRadii),
	presented(eyestar, dialect("cylinder=AST", "aqueous=AQD"), suite, screen, trio, records),
	presented(anterion, dialect("total=TCP", "kappa=Chord µ"), trio, mapped, planning, typed),
	presented(aladdin, dialect("K1=K1", "K2=K2", "cylinder=CYL", "mean=AVG"), flanking, flankingRadii, records, checklist),
	presented(argos, dialect("K1=K1", "K2=K2", "WTW=CD", "aqueous=AD", "mean=Avg K"), screen, planning, typed, flanking),
	presented(oa2000, dialect("K1=K1", "K2=K2", "R1=R1", "R2=R2", "LT=LENS", "pupil=PUPIL", "mean=AVG", "cylinder=CYL"), flankingRadii, suite, checklist, records),
	presented(ms39, dialect("Kf=SimK flat", "Ks=SimK steep", "CCT=CCT", "WTW=HVID"), mapped, flanking, records, checklist),
	presented(pentacam, dialect("WTW=HWTW", "CCT=Pupil Center (CCT)", "ACD=A.C. Depth (Ext.)", "aqueous=A.C. Depth (Int.)", "mean=Km", "cylinder=Astig", "total=TCRP"), mapped, screen, trio, typed),
}

// dialect is the profile's words with a device's own marks.
func dialect(marks ...string) *lexicon { return fourthLexicon.marked(marks...) }

// Fonts of this profile: those of office software, a heavy one on screens, and
// a slanted one in forms.
var (
	heavyFonts = []font{fonts[0], newFont(dejavusanscondensedbold.TTF, dejavusanscondensedbold.TTF)}
	formFonts  = []font{fonts[0], newFont(dejavusansoblique.TTF, dejavusanscondensedbold.TTF)}
)

func fourthFonts(layout string) []font {
	switch layout {
	case typed.name:
		return bookFonts
	case screen.name:
		return heavyFonts
	case checklist.name:
		return formFonts
	}
	return fonts
}
