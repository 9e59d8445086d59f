package reader

// All thresholds of the reader. Distances are measured in heights of the text beside them, so that neither the size
// of the print nor the resolution of a scan matters; from left to right between the edges of two boxes, from top to
// bottom between the middles of two lines, if nothing else is said. The boxes of a text layer are as high as the
// font, those of OCR as their letters, and a box of OCR is drawn some tenths of a height around its letters.

// Left and right, in heights.
const (
	// Two words of a phrase stand closer: a space is 0.3, a justified or monospaced one up to 0.6; the letters
	// that OCR boxes are lower than the font.
	printedSpace, seenSpace = 0.6, 0.8

	// typewriterGap is the same on a page whose letters are all equally wide, in widths of a letter: a space is as
	// wide, and the box of a word does not reach to the edges of its letters' places.
	typewriterGap = 1.6

	// Two pieces of a number that OCR parted stand closer: without a mark, at a point ("24. 10"), with a mark alone
	// between them ("24 . 10").
	parted, partedAtPoint, partedByMark = 0.5, 0.7, 1.2

	// partedWhole is the same where a space stands for the point, so that neither piece has decimals: "24 10".
	partedWhole = 0.8

	// margin is what surrounds a box and belongs to it still: a frame, the edge of a cut page.
	margin = 0.25

	// aligned: the left edges of two texts of a column differ by less.
	aligned = 0.5

	// flush is the same where the two are printed by one program in one font, and half a letter would be too much.
	flush = 1.0 / 3

	// labelGap: words of a label that stands behind its value stand closer.
	labelGap = 1.2

	// cellGap: words of a cell stand closer; columns lie farther apart.
	cellGap = 1.5

	// columnGap: what begins beyond it right of a heading, a label or a value is of another column.
	columnGap = 2

	// tableGap is the gap between two columns that are wide enough to hold remarks.
	tableGap = 2.5

	// What belongs to a word stands up to so far from it: a cell before its label, a value behind the name of its eye, a value's label in words, a
	// detail of the meridian above, the value of a text.
	farMargin, farWords, farDetail, farValue = 3, 4, 5, 6

	// farSection is how far left of its heading a table of lenses may begin, and headingsApart how far two headings
	// of a row and the labels of two columns that are not level stand from each other at least.
	farSection, betweenSections, headingsApart, farApart = 6, 8, 10, 15
)

// Up and down, in heights.
const (
	// unlevel is how much a row may rise on a page that is not quite level, from one eye's heading to the other's.
	unlevel = 1.3

	// nextLine: the next line of a remark is closer, and nextText the text under its label. Lines are 1.2 apart.
	nextLine, nextText = 1.7, 2.2

	// evenRows is by what factor the distance between two rows may exceed that of the two above them, if no line stands between.
	evenRows = 1.1

	// stackedReach is how far below a power its axis may stand in the same cell of a table, the title of the row between them.
	stackedReach = 2.2

	// blockLine: a line that is farther below is of another block. Lines with double spacing are 2.4 apart.
	blockLine = 3

	// leastMap: the lowest and the highest angle of the scale around a map are farther apart.
	leastMap = 5

	// secondLine: the second line of a heading, "OD" and below it "right", is closer, between the edges. OCR gives the height of
	// its letters, of which lines stand 0.7 apart.
	secondLine = 1

	// largeHeading: the name of an eye beside its block is printed larger, if it is higher than its lines by this factor.
	// Capitals that OCR boxes without a descender are lower than words, never higher.
	largeHeading = 1.3

	// largerValue: a value is printed larger than the single readings below it, if it is higher by this factor.
	largerValue = 1.15

	// earlierReach is how far apart the lines of an earlier examination may stand.
	earlierReach = 4
)

// Shares of the page's width. A page has up to four columns; headings over the middle of one are a tenth off.
const (
	sameColumn    = 1.0 / 10
	quarterColumn = 1.0 / 5 // what begins farther from the left edge has a column of its own
	oneColumn     = 1.0 / 4 // nothing belongs to a label so far away
	farSide       = 1.0 / 3 // the right half of the page, if it does not begin before
)

// footer is where the foot of a page begins, as a share of its height.
const footer = 0.9

// Ratios.
const (
	// muchTaller is how many times as high as the word in another look what OCR took for one word is, if it covers a second line.
	muchTaller = 1.4

	// smallPrint is how high the words of a page's foot are at most, as a share of a remark's above them.
	smallPrint = 0.9

	// largerSide is how many times as high as most words of the page a letter is that is the heading of an eye:
	// "R". largerName is how many times as high as another a device's name is that is the headline.
	largerSide, largerName = 1.15, 1.2

	// bolder is how many times as wide as others bold numbers are at least. Those of many fonts are 1.1 times as wide.
	bolder = 1.05

	// nearer is how much of the distance down to the next line the distance up to a value is at most, if values
	// stand over their labels.
	nearer = 0.85

	// looser is how many times as far apart as the lines of a label the rows of its table are at least.
	looser = 1.1

	// betweenBands is how near the middle between two names, as a share of their distance, a line is of neither. In a row of three lines
	// the last one is a sixth away.
	betweenBands = 0.1

	// clearlyWider is how many times as wide as any other gap between lines the one between two blocks is at least.
	clearlyWider = 1.25

	// fartherAway is how many times as far as from its own heading the state of one eye must stand from the other
	// one's.
	fartherAway = 4

	// sameReading is how much the readings of one quantity differ at most, as a share.
	sameReading = 0.02

	// otherIndex is how much a power differs at most, as a share, from that of its radius by the usual index. Indices in use are
	// 1.3315 to 1.338, and one of the two numbers is rounded to a tenth.
	otherIndex = 0.03

	// evenLetters is how much the widths of letters differ on a typewriter's page, between the quartiles, as a share
	// of the median; 0.2 where an m is wider than an i.
	evenLetters = 0.08

	// sameSize is how much the widths of letters of one size differ at most, and otherSizes how many words of a typewriter's page are
	// of none of its few sizes, both as shares. In other letters the words of one size differ by a third.
	sameSize   = 0.04
	otherSizes = 0.1
	// seldomUneven is how many rows of other letters a typewriter's page has at most, as a share of those of even letters.
	seldomUneven = 0.2
)

// From how many on an arrangement is believed: fewer would be a chance.
const (
	fewSideRows     = 3  // that begin with the letter of an eye, without a sign behind it
	fewRows         = 4  // rows of labels and values, also in another order
	fewCards        = 4  // values on cards
	fewRecords      = 6  // lines of a list
	fewContradicted = 2  // values of an eye of which several readings differ, for each of which they do not
	fewUneven       = 3  // pairs of labels in columns whose rows are not level
	fewOfBoth       = 4  // labels of two blocks without names: K1 and K2 of each eye
	fewAbove        = 2  // labels of values above the first name of an eye
	rowsOfEmpty     = 4  // lines below the names of both eyes, in which it stands that one was not measured
	leastExplained  = 3  // words and signs of an abbreviation with its words
	restOfBracket   = 4  // signs and words of a bracket behind those that make a label
	leastSingles    = 3  // single readings beside their mean
	linesOfHead     = 3  // of a table, above its first row: labels, the rest of long ones, units
	linesOfBlock    = 6  // below a title, in which the labels of the block under it begin
	mostOfSurfaces  = 8  // rows under the heads of the cornea's surfaces
	mostBandLines   = 7  // lines from the name of an eye to that of the next one in a table
	fewGrouped      = 4  // cells of a row of a table with several columns for each eye
	fewStacked      = 2  // powers of a line that have their axes under them: those of both meridians
	fewPieces       = 3  // pieces of a turned name whose letters stand apart
	leastRepeats    = 3  // of a field on a page of single readings
	fewTwins        = 3  // labels of a block that stand again in that of the other eye
	fewHeads        = 3  // heads of a table whose every column has one
	fewLenses       = 3  // rows of a table of lenses
	fewValues       = 3  // values of an eye in parts that a witness believes
	fewCut          = 4  // lines that are cut at the edge of the page
	fewLooks        = 3  // looks at a page, of which one alone may be mistaken
	shortestSex     = 4  // letters of a word for the sex that needs no label: "frau", "male", "mann", not "F" or "Herr"
	fewLetters      = 2  // letters, which OCR sees in the lines of pictures, too
	fewLong         = 8  // long words, from whose boxes the width of a letter is known
	fewInRow        = 3  // the same, of a row
	fewEven         = 4  // rows with letters of one width
	manyLong        = 16 // long words, from whose widths it is known in how many sizes a typewriter's page is printed
	fewSizes        = 3  // the most such sizes
)

// mostRefraction is the greatest refraction, in diopters, that remains in a table of lenses.
const mostRefraction = 4

// leastLensStep is the least difference, in diopters, between the lenses of a table; single readings of a length rise by less.
const leastLensStep = 0.2

// wideTurned is how much wider than high a turned piece of two narrow letters may be.
const wideTurned = 1.2

// leastZone and mostZone enclose the diameters of zones of the cornea that are printed, in mm; leastMeant and mostMeant the zones whose
// powers formulas for lenses are made for: 2.4 mm (AL-Scan), 2.5 mm (IOLMaster, OA-2000), 3 mm (Anterion, Aladdin, Pentacam).
const (
	leastZone, mostZone   = 1.5, 7.0
	leastMeant, mostMeant = 2.4, 3.0
	simulatedZone         = 3.0 // the one that resembles simulated keratometry most (cornealring.com/paginas/keratometry.htm)
	mostZoneOfItem        = 5.0 // behind the label of a meridian: no cornea has so small a radius
)

// wideZone is how far to both sides of its diameter the rows of a zone reach, in heights of a letter.
const wideZone = 25

// lettersApart is how far from the same place the letters of the eyes stand on two pages at most, in shares of the page.
const lettersApart = 0.02

// muchLarger is how much larger a letter is than another one with which it makes no phrase.
const muchLarger = 2.5

// nextParagraph is how far below a line another paragraph begins, in distances of the lines of one.
const nextParagraph = 1.25

// insertedLine is how far what follows a line that is put in is moved down, in heights of a letter: enough for a line, and no gap between a head and what is below it.
const insertedLine = 1.2

// leastAConstant and mostAConstant enclose the A constants of lenses, without unit; those in use are 113 to 121.
const leastAConstant, mostAConstant = 112, 122

// Up to how many lines, words, letters something takes.
const (
	headLines                = 4     // above the first data of the patient, where a name without a label may stand
	formLines                = 4     // of a choice of words, below its label
	mostDetails              = 3     // of a meridian: power, radius, axis
	mostSurfaces             = 5     // of the surfaces below the meridians' names, with what stands beside them
	wrappedLabel             = 3     // heights of a letter below the beginning of a label, in which it goes on
	zoneRows                 = 10    // heights of a letter below the diameters of zones, in which their rows stand
	mostShots                = 25    // of single readings
	mostCut                  = 200   // lines of a block that is cut into columns; those of a printout are fewer
	columnCells, columnLines = 3, 7  // headings of columns that stand close: so many cells begin under one in so many lines
	tileLines                = 3     // of a tile below its label
	fewProse                 = 5     // words in small letters, of no label, that make a line of sentences
	fewStatements            = 2     // labels with their values in a paragraph about an eye
	longestStatement         = 14    // words and signs between a label in a sentence and the end of its value
	mostHeadWords            = 5     // that mean nothing else, in the head of a column; more are a sentence
	longestWording           = 12    // tokens of a label in words
	explainingWords          = 3     // after the sign that say what a letter stands for
	longestDate              = 9     // words and signs of a date
	longestEnding            = 8     // letters after a stem: "crist-alliniana"
	shortForm                = 4     // letters of an abbreviation
	longWord                 = 5     // letters from which on the edges of a word's box matter little
	shortWord                = 3     // the same on a page of which it is known that all letters are equally wide
	misreadInName            = 2     // letters of a word that two pages have in the name of one patient
	blurOne, blurTwo         = 8, 16 // letters of a phrase from which on one, or two, may be misread
)

// What is believed of OCR and of several looks.
const (
	minConf       = 30   // confidence below which OCR was not sure of a word
	sureSign      = 60   // and of the name of an eye that stands alone, in a dark box or turned
	sureCell      = 70   // confidence from which a number read by itself contradicts what was seen on the page
	sameWord      = 0.6  // of the width of the wider of two words that both share, if they are one
	majority      = 2    // by how many looks a value must lead against all that saw another
	enoughPasses  = 2    // passes that are believed if none contradicts them
	legibleFrom   = 8    // numbers of an answer that show how well OCR saw the page
	clearMajority = 4    // fields that say that the left eye is first, for each that says otherwise
	roundedPower  = 0.06 // diopters by which rounding a radius to 0.01 mm moves its power
	sameMeridian  = 0.5  // diopters by which a power and that of its radius differ at most, both rounded
	alikeReadings = 0.03 // of a value, by which the readings of one eye differ at most
	rowsOfPatient = 3    // rows of the patient's data before one that names the eye, if none follows it
	alikeAxes     = 8    // degrees by which the axes read of one eye differ at most
	straightAngle = 180  // degrees
	roundedMean   = 0.6  // of the last decimal by which a printed mean differs from that of the printed readings
	sameMean      = 0.1  // diopters by which the mean power differs at most from that of both meridians: some devices give that of the mean radius
	roundedAxes   = 1    // degrees by which rounding moves an axis
)
