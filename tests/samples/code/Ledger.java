/** Sums. */
@Entity
public class Ledger {
  int x;

  Ledger() {
  }

  @Override
  int balance() {
    return 1;
  }
}

record Sum(int x) {
}
