-- Every version of a utility rate plan stays, as those of price lists do. Entries also name their lists, which may be
-- deleted once no plan applies them any more.
create table rate_plan_version (
  rate_plan_id integer not null references rate_plan on delete cascade,
  version integer not null,
  name text not null,
  entries jsonb not null,
  changed_by integer references app_user on delete set null,
  changed_at timestamptz not null,
  reason text,
  primary key (rate_plan_id, version)
);

-- Older versions were not kept: the first that is told is the present one.
insert into rate_plan_version (rate_plan_id, version, name, entries, changed_at)
select p.id, p.version, p.name,
  (select coalesce(jsonb_agg(jsonb_build_object('priceListId', e.price_list_id, 'priceListName', l.name,
      'validFrom', e.valid_from, 'validTo', e.valid_to) order by e.valid_from), '[]')
    from rate_plan_entry e join price_list l on l.id = e.price_list_id where e.rate_plan_id = p.id),
  p.updated_at
from rate_plan p;
