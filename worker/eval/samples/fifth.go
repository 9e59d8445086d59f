package samples

import (
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-fonts/dejavu/dejavusanscondensedboldoblique"
	"github.com/go-fonts/dejavu/dejavusanscondensedoblique"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"github.com/go-fonts/dejavu/dejavusansmonooblique"
	"github.com/go-fonts/dejavu/dejavuserifcondensed"
	"github.com/go-fonts/dejavu/dejavuserifcondensedbolditalic"
	"github.com/go-fonts/dejavu/dejavuserifcondenseditalic"
	"github.com/go-fonts/liberation/liberationmonobold"
	"github.com/go-fonts/liberation/liberationmonoitalic"
	"github.com/go-fonts/liberation/liberationsansbolditalic"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifregular"
)

// The fifth profile was written to measure a reader that its author had not
// read: sheets of other software, and what clinics' systems and the calculators
// of lenses print of a biometry.

// fifthDevices is every device with the layouts of this profile, and its own
// marks for what it measures.
var fifthDevices = []*deviceSpec{
	presented(iolmaster700, fifthLexicon.marked("K1=K1", "K2=K2", "TK1=TK1", "TK2=TK2", "mean=SE", "cylinder=ΔK"), surfaces, calculator, visit, quarters),
	presented(lenstar, fifthLexicon.marked("cylinder=AST", "mean=Km"), composite, series, calculator, rightLeft),
	presented(eyestar, fifthLexicon.marked("cylinder=AST"), composite, stripes, outlined, visit),
	presented(anterion, &fifthLexicon, surfaces, outlined, grouped, noted),
	presented(aladdin, fifthLexicon.marked("K1=K1", "K2=K2", "cylinder=CYL", "mean=AVG"), averages, averageRadii, grouped, visit),
	presented(argos, fifthLexicon.marked("mean=Avg. K", "cylinder=ΔK"), stripes, calculator, noted, grouped),
	presented(oa2000, fifthLexicon.marked("K1=K1", "K2=K2", "R1=R1", "R2=R2", "cylinder=CYL", "mean=AVE", "pupil=PUPIL"), averages, averageRadii, series, rightLeft),
	presented(ms39, fifthLexicon.marked("Kf=SimK flat", "Ks=SimK steep", "mean=Avg", "cylinder=Cyl"), quarters, outlined, stripes, noted),
	presented(pentacam, fifthLexicon.marked("WTW=HWTW", "ACD=ACD (Ext.)", "aqueous=ACD (Int.)", "mean=Km", "cylinder=Astig", "total=TCRP"), surfaces, quarters, rightLeft, grouped),
}

// Fonts of this profile: slanted and narrow ones, and headings of another kind
// than the text.
var (
	mixedFonts = []font{
		newFont(liberationsansregular.TTF, liberationserifbold.TTF),
		newFont(liberationserifregular.TTF, dejavusansbold.TTF),
		newFont(dejavusanscondensedoblique.TTF, dejavusanscondensedboldoblique.TTF),
		newFont(dejavuserifcondensed.TTF, liberationsansbolditalic.TTF),
	}
	noteFonts = []font{
		newFont(dejavuserifcondenseditalic.TTF, dejavuserifcondensedbolditalic.TTF),
		newFont(liberationsansregular.TTF, liberationsansbolditalic.TTF),
	}
	treeFonts = []font{
		newFont(liberationmonoitalic.TTF, liberationmonobold.TTF),
		newFont(dejavusansmonooblique.TTF, dejavusansmonobold.TTF),
	}
)

func fifthFonts(layout string) []font {
	switch layout {
	case noted.name, rightLeft.name:
		return noteFonts
	case outlined.name:
		return treeFonts
	}
	return mixedFonts
}
