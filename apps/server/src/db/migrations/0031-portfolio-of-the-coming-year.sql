-- Advice is for the twelve months to come. What was found before rested on rates of the past and would contradict the
-- advice of each point; a new run takes seconds.
delete from portfolio_optimisation;
alter table portfolio_optimisation
  add column advice_from date not null,
  add column levies boolean not null,
  add column vat boolean not null;
alter table portfolio_row drop column saving;
alter table portfolio_row rename column cheapest_cost to advised_cost;
