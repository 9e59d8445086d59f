package samples

// secondLexicon is the words of the second profile.
var secondLexicon = lexicon{
	terms: secondTerms, axis: axisTerms, omits: secondOmits,
	fronts: [][2]string{{"K1", "K2"}}, radii: [][2]string{{"R1", "R2"}}, totals: [][2]string{{"TK1", "TK2"}},
	backs:   [][2]string{{"K1", "K2"}, {"PK1", "PK2"}, {"PK1", "PK2"}}, // K1 below the surface's heading
	lengths: secondLengths, total: secondTotal, history: secondHistory, front: secondFront, back: secondBack,
	short: secondShort, long: secondLong,
	name: secondName, surname: secondSurname, given: secondGiven, record: secondRecord, born: secondBorn, sex: secondSex,
	exam: secondExam, issued: secondIssued, doctor: secondDoctor, remark: secondRemark,
	gender: secondGender, lens: secondLens, surgery: secondSurgery,
	clinic: secondClinic, street: secondStreet, phone: secondPhone, title: secondTitle, device: secondDevice, names: secondNames,
	unit: secondUnit, eye: secondEye, value: secondValue, lenses: secondLenses, target: secondTarget,
	brands: []string{"Clarivue CV1", "Optimus T20", "NovaLens 60", "Aqualis XT", "Mirasoft M4"},
	people: secondPeople, id: secondID, dates: secondDates, remarks: secondRemarks,
	dashes: []words{same(none), same("--"), same("—"), same("- - -"), same("–")},
}
