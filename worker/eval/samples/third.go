package samples

import (
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansextralight"
	"github.com/go-fonts/dejavu/dejavuserifbold"
	"github.com/go-fonts/dejavu/dejavuserifitalic"
	"github.com/go-fonts/liberation/liberationmonobold"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansitalic"
	"github.com/go-fonts/liberation/liberationserifbolditalic"
	"github.com/go-fonts/liberation/liberationserifitalic"
)

// The third profile is what clinics hand in, made by somebody who knew neither
// the reader nor what it had been measured with: letters, plans, cards, strips,
// registers.

// thirdDevices is every device with the layouts of this profile.
var thirdDevices = []*deviceSpec{
	presented(iolmaster700, &thirdLexicon, planner, tiles, report, boxes),
	presented(lenstar, &thirdLexicon, strip, register, numbered, apart),
	presented(eyestar, &thirdLexicon, bands, laboratory, card, valuesLeft),
	presented(anterion, &thirdLexicon, tiles, apart, report, register),
	presented(aladdin, &thirdLexicon, boxes, strip, planner, laboratory),
	presented(argos, &thirdLexicon, valuesLeft, numbered, tiles, card),
	presented(oa2000, &thirdLexicon, strip, planner, bands, report),
	presented(ms39, &thirdLexicon, laboratory, report, boxes, numbered),
	presented(pentacam, &thirdLexicon, register, bands, valuesLeft, planner),
}

// Fonts of this profile: a thin one and a fat one as screens have them,
// italics, and what a small printer prints.
var (
	screenFonts = []font{
		newFont(dejavusansextralight.TTF, dejavusans.TTF),
		newFont(liberationsansbold.TTF, liberationsansbold.TTF),
		newFont(liberationsansitalic.TTF, liberationsansbold.TTF),
	}
	letterFonts = []font{
		newFont(liberationserifitalic.TTF, liberationserifbolditalic.TTF),
		newFont(dejavuserifitalic.TTF, dejavuserifbold.TTF),
	}
	printerFonts = []font{newFont(liberationmonobold.TTF, liberationmonobold.TTF)}
)

func thirdFonts(layout string) []font {
	switch layout {
	case report.name:
		return letterFonts
	case strip.name:
		return printerFonts
	}
	return screenFonts
}
