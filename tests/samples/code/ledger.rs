#[derive(Debug)]
pub struct Ledger<T> {
}

impl<T> Show for Ledger<T> {
    /// Sums.
    #[inline]
    fn balance(&self) {
    }
}

mod tests {
    #[test]
    fn adds() {}
}
