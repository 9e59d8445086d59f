package llmtest

// Fault is a way in which a call goes wrong.
type Fault string

// The faults.
const (
	None        Fault = ""             // a right answer
	Delay       Fault = "delay"        // a right answer, late
	Hang        Fault = "hang"         // no response until the client leaves
	Drip        Fault = "drip"         // a right answer, a byte at a time
	Reset       Fault = "reset"        // the connection is reset before the first byte
	Cut         Fault = "cut"          // the connection is closed in the middle of the response
	Status401   Fault = "401"          // the key is not accepted
	Status403   Fault = "403"          // the key is not allowed to make the call
	Status429   Fault = "429"          // the limit is reached
	RetryLater  Fault = "429-retry"    // the same, with the time after which another call is allowed
	Status500   Fault = "500"          // the vendor failed
	Status503   Fault = "503"          // the vendor is overloaded
	Truncated   Fault = "truncated"    // the model's JSON ends in the middle
	BreakSchema Fault = "break-schema" // the model's JSON is not of the schema
	SwapEyes    Fault = "swap-eyes"    // the values of each eye in the place of the other
	Invent      Fault = "invent"       // values where the report states none
	Alter       Fault = "alter"        // another digit in some numbers
	Obey        Fault = "obey"         // the model obeys instructions in the report and answers with prose
	Refuse      Fault = "refuse"       // the model declines
	Huge        Fault = "huge"         // an answer of 10 MB
)

// Faults returns all faults, without [None].
func Faults() []Fault {
	return []Fault{
		Delay, Hang, Drip, Reset, Cut, Status401, Status403, Status429, RetryLater, Status500, Status503,
		Truncated, BreakSchema, SwapEyes, Invent, Alter, Obey, Refuse, Huge,
	}
}
