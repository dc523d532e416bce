namespace shop {
template <class T>
class Ledger {
  int balance() {
    return 1;
  }
};
}
int shop::Ledger<int>::pay() const {
}
