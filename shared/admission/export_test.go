package admission

import "fmt"

// Left describes what a Line that should be empty still holds, "" if nothing.
func (l *Line) Left() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := 0
	for _, c := range l.callers {
		now += c.untaken() + c.active()
	}
	if now+l.queued+l.regular+l.taken.Len()+len(l.works) == 0 {
		return ""
	}
	return fmt.Sprintf("%d jobs of callers, %d queued, %d regular, %d taken", now, l.queued, l.regular, l.taken.Len())
}
