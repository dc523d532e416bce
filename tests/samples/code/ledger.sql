-- Sums.
CREATE TABLE IF NOT EXISTS public.ledger (
  id int
);
CREATE INDEX i ON ledger (id);
create or replace view sums as
  select ';' from ledger;
