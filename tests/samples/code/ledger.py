import x


# Sums.
@cached
class Ledger:
    limit = 3

    @property
    def balance(self):
        def inner(): ...
        return 1


if x:
    async def pay(): ...
