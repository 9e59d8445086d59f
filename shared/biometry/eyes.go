package biometry

// The eyes, as the members of a report name them.
const (
	RightEye = "right_eye"
	LeftEye  = "left_eye"
)

// Side returns the clinical name of an eye: OD (oculus dexter) of RightEye, OS (oculus sinister) of LeftEye.
func Side(eye string) string {
	if eye == RightEye {
		return "OD"
	}
	return "OS"
}
