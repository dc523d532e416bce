package a

type Ledger struct {
}

type Cents int

func (l *Ledger) Balance() int {
	return 1
}
