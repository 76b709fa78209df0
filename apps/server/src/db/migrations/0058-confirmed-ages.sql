-- An age at which readings are dropped or packed is not lowered before an operator has confirmed it, if anything would
-- be lost: the one in force holds until then.
alter table sample_retention add column in_force boolean not null default false, add column confirmed_at timestamptz;
update sample_retention set in_force = true
  where days = (select max(days) from sample_retention
    where renewed_at > (select max(renewed_at) from sample_retention) - interval '1 day');

-- The same of the age at which samples are thinned and packed (RAW_PACK_AFTER_DAYS).
create table sample_pack_age (
  days integer primary key,
  announced_at timestamptz not null,
  renewed_at timestamptz not null,
  in_force boolean not null default false,
  confirmed_at timestamptz
);
