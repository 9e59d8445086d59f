package biometry

// The sources of what is usual in adults: of Usual in the tables of
// field_tables.go, and of the limits below. People who read a report are told
// which values lie outside, so that they look at the original again. Such a
// value may well be right, so validation does not use these limits.
//
// For a power (K, PK, TK) the range applies to the mean of both meridians.
//
//   - AL, K: measure again outside of 21.2 to 26.6 mm, and outside of 41 to 47 D.
//     Knox Cartwright et al., The Cataract National Dataset electronic
//     multicentre audit of 55 567 operations: when should IOLMaster biometric
//     measurements be rechecked? Eye 2010;24:894-900.
//
// The other ranges are mean ± 2 SD. Where there are several series, a range goes
// from the lowest end to the highest. Ends are rounded outwards.
//
//   - ACD, WTW: 3.11 ± 0.43 and 11.82 ± 0.40 mm (Hoffmann and Hütz, 23,239 eyes,
//     J Cataract Refract Surg 2010;36:1479-85); 3.02 ± 0.45 and 11.64 ± 0.46 mm
//     (Lei et al., 28,709 eyes, BMC Ophthalmol 2021, doi 10.1186/s12886-021-01932-4);
//     3.18 ± 0.42 and 11.92 ± 0.44 mm (Ocular Biometric Characteristics Measured by
//     Swept-Source Optical Coherence Tomography in Individuals Undergoing Cataract
//     Surgery, 3836 eyes, Am J Ophthalmol, PII S0002-9394(21)00360-3).
//   - LT: 4.52 ± 0.45 mm (Lei), 4.49 ± 0.47 mm (the 3836 eyes). These are eyes with
//     cataract: a young lens is thinner.
//   - CCT: 517.5 ± 29.8 µm (Japan, 7313 persons, Ophthalmology 2005;112:1327-36),
//     557.3 ± 34.3 µm in men (Hoffmann et al., Gutenberg Health Study, 4698 persons,
//     PLoS One 2013, doi 10.1371/journal.pone.0066158).
//   - PK: 5.87 ± 0.26 D (the 3836 eyes, by the IOLMaster 700); a radius of
//     6.40 ± 0.28 mm, which is 5.75 to 6.85 D between 1.376 and 1.336 (Dubbelman et
//     al., 83 eyes, Acta Ophthalmol Scand 2002;80:379-83).
//   - TK: 44.17 ± 1.70 D (the 3836 eyes).

// The differences between two values above which the audit of Knox Cartwright
// et al. (see above) says to measure again.
const (
	// UsualCylinder is the limit in diopters between the two meridians of an eye.
	UsualCylinder = 2.5
	// UsualDifferenceK is the limit in diopters between the mean K of the two eyes.
	UsualDifferenceK = 0.9
	// MeanTolerance is by how many diopters a printed mean K may differ from that of K1 and K2, because devices compute
	// it from values that they print rounded, beside half a unit of its own last digit.
	MeanTolerance = 0.05
	// UsualDifferenceAL is the limit in millimetres between the AL of the two eyes.
	UsualDifferenceAL = 0.7
)
