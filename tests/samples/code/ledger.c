typedef struct {
  int x;
} ledger_t;
struct sum { int y; };
int proto(int);
static int *pay(void)
{
}
