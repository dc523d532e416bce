@Injectable()
export class Ledger {
  balance(): number {
    return 1;
  }
}
interface Sum {
  total(): number;
}
enum Kind { A }
namespace shop {
  function pay() {}
}
