class Ledger {
  balance() {
    function inner() {}
  }
}
const RATE = 3;
export const pay = async () => {
};
export default function () {
}
