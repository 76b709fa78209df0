-- Admin search finds text within names, whatever its accents and capitals, by indexes of pairs of letters that both
-- databases have without an extension (decision 26).

-- Without accents and capitals, the same in every locale of a database.
create function fold_text(given text) returns text language sql immutable parallel safe strict as $$
  select case when octet_length(given) = char_length(given) then lower(given collate "C")
    else lower(translate(replace(replace(replace(replace(regexp_replace(normalize(given, NFKD),
        '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'),
      'đĐłŁøØıðÐАБВГДЕЖЗЅИІЈКЛЉМНЊОПРСТЋУФХЦЧЏЂШЩЪЫЬЭЮЯ',
      'ddllooiddабвгдежзѕиіјклљмнњопрстћуфхцчџђшщъыьэюя') collate "C") end
$$;

-- What contains this word, for `like`.
create function search_pattern(word text) returns text language sql immutable parallel safe strict as $$
  select '%' || replace(replace(replace(fold_text(word), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- What an index finds a text by: its letters and pairs of neighbours. So dear that no plan works it out row by row.
create function text_grams(given text) returns text[] language sql immutable parallel safe strict cost 10000 as $$
  select array(select distinct substr(given, at, size)
    from generate_series(1, char_length(given)) as at, generate_series(1, 2) as size where at + size - 1 <= char_length(given))
$$;

-- Those that a text with this word has.
create function word_grams(word text) returns text[] language sql immutable parallel safe strict as $$
  select case when char_length(folded) = 1 then array[folded]
    else array(select distinct substr(folded, at, 2) from generate_series(1, char_length(folded) - 1) as at) end
  from fold_text(word) as folded
$$;

alter table app_user
  add column first_key text collate "C" not null generated always as (left(fold_text(first_name), 300)) stored,
  add column last_key text collate "C" not null generated always as (left(fold_text(last_name), 300)) stored,
  add column email_key text collate "C" not null generated always as (left(fold_text(email), 300)) stored,
  add column person_key text collate "C" not null
    generated always as (left(fold_text(first_name || ' ' || last_name || ' ' || email), 300)) stored;
create index app_user_search on app_user (person_key, id);
create index app_user_grams on app_user using gin (text_grams(first_key), text_grams(last_key), text_grams(email_key));

alter table location
  add column name_key text collate "C" not null generated always as (left(fold_text(name), 300)) stored;
create index location_search on location (name_key, id);
create index location_company_search on location (company_id, name_key, id);
create index location_grams on location using gin (text_grams(name_key));

-- Of each controller and device what is searched, in one row: its own table changes with nearly every message. Triggers
-- keep them; a row of what is gone, or lies at a location that is being deleted, is not here.
create table controller_search (
  controller_id integer primary key references controller on delete cascade,
  location_id integer,
  company_id integer,
  unit_key text collate "C" not null,
  location_key text collate "C" not null,
  ethernet_key text collate "C" not null,
  wireless_key text collate "C" not null,
  mobile_key text collate "C" not null,
  vpn_key text collate "C" not null,
  hardware_key text collate "C" not null,
  system_key text collate "C" not null,
  software_key text collate "C" not null
);
create index controller_search_order on controller_search (unit_key, controller_id);
create index controller_search_company on controller_search (company_id, unit_key, controller_id);
create index controller_search_grams on controller_search using gin (text_grams(unit_key), text_grams(location_key),
  text_grams(ethernet_key), text_grams(wireless_key), text_grams(mobile_key), text_grams(vpn_key), text_grams(hardware_key),
  text_grams(system_key), text_grams(software_key));

create table device_search (
  device_id integer primary key references device on delete cascade,
  location_id integer not null,
  controller_id integer not null,
  company_id integer,
  category text collate "C" not null,
  name_key text collate "C" not null,
  type_key text collate "C" not null,
  alias_key text collate "C" not null,
  unit_key text collate "C" not null
);
create index device_search_order on device_search (name_key, device_id)
  include (company_id, category, type_key, alias_key, unit_key);
create index device_search_company on device_search (company_id, name_key, device_id)
  include (category, type_key, alias_key, unit_key);
create index device_search_grams on device_search using gin (text_grams(name_key), text_grams(type_key),
  text_grams(alias_key), text_grams(unit_key));

-- A serial is found with and without its dashes.
create function serial_key(unit_id text) returns text language sql immutable parallel safe strict as $$
  select left(fold_text(unit_id) || ' ' || replace(fold_text(unit_id), '-', ''), 150)
$$;

-- What the row of a controller or device should be; none of what is not to be found.
create view controller_searched as
select c.id as controller_id, c.location_id, coalesce(l.company_id, c.stock_company_id) as company_id,
  serial_key(c.unit_id) as unit_key, coalesce(l.name_key, '') as location_key,
  left(fold_text(coalesce(c.info ->> 'ethernetIp', '')), 300) as ethernet_key,
  left(fold_text(coalesce(c.info ->> 'wirelessIp', '')), 300) as wireless_key,
  left(fold_text(coalesce(c.info ->> 'mobileIp', '')), 300) as mobile_key,
  left(fold_text(coalesce(c.info ->> 'openVpnIp', '')), 300) as vpn_key,
  left(fold_text(coalesce(c.info ->> 'hwVersion', '')), 300) as hardware_key,
  left(fold_text(coalesce(c.info ->> 'osVersion', '')), 300) as system_key,
  left(fold_text(coalesce(c.info ->> 'softwareVersion', '')), 300) as software_key
from controller c left join location l on l.id = c.location_id
where c.revoked_at is null and l.deletion_due_at is null;

create view device_searched as
select d.id as device_id, d.location_id, d.controller_id, l.company_id, d.category,
  left(fold_text(d.name), 150) as name_key, left(fold_text(coalesce(d.model, '')), 100) as type_key,
  left(fold_text(coalesce(c.alias, '')), 100) as alias_key, serial_key(c.unit_id) as unit_key
from device d join controller c on c.id = d.controller_id join location l on l.id = d.location_id
where d.deleted_at is null and l.deletion_due_at is null;

create function note_controller_search(given integer) returns void language plpgsql as $$
begin
  insert into controller_search select * from controller_searched where controller_id = given
  on conflict (controller_id) do update set location_id = excluded.location_id, company_id = excluded.company_id,
    unit_key = excluded.unit_key, location_key = excluded.location_key, ethernet_key = excluded.ethernet_key,
    wireless_key = excluded.wireless_key, mobile_key = excluded.mobile_key, vpn_key = excluded.vpn_key,
    hardware_key = excluded.hardware_key, system_key = excluded.system_key, software_key = excluded.software_key;
  if not found then
    delete from controller_search where controller_id = given;
  end if;
end $$;

create function note_device_search(given integer) returns void language plpgsql as $$
begin
  insert into device_search select * from device_searched where device_id = given
  on conflict (device_id) do update set location_id = excluded.location_id, controller_id = excluded.controller_id,
    company_id = excluded.company_id, category = excluded.category, name_key = excluded.name_key,
    type_key = excluded.type_key, alias_key = excluded.alias_key, unit_key = excluded.unit_key;
  if not found then
    delete from device_search where device_id = given;
  end if;
end $$;

-- Whoever renames the place meanwhile waits, so that no old name is written after the new one.
create function note_device() returns trigger language plpgsql as $$
begin
  perform from location where id = new.location_id for share;
  perform note_device_search(new.id);
  return null;
end $$;
create trigger device_search_insert after insert on device for each row execute function note_device();
create trigger device_search_update
  after update of name, model, category, deleted_at, location_id, controller_id on device for each row
  when ((old.name, old.model, old.category, old.deleted_at, old.location_id, old.controller_id) is distinct from
    (new.name, new.model, new.category, new.deleted_at, new.location_id, new.controller_id))
  execute function note_device();

create function note_controller() returns trigger language plpgsql as $$
begin
  perform from location where id = new.location_id for share;
  perform note_controller_search(new.id);
  if tg_op = 'UPDATE' and (old.alias, old.unit_id) is distinct from (new.alias, new.unit_id) then
    perform note_device_search(id) from device where controller_id = new.id;
  end if;
  return null;
end $$;
create trigger controller_search_insert after insert on controller for each row execute function note_controller();
create trigger controller_search_update
  after update of unit_id, alias, info, location_id, stock_company_id, revoked_at on controller for each row
  when ((old.unit_id, old.alias, old.info, old.location_id, old.stock_company_id, old.revoked_at) is distinct from
    (new.unit_id, new.alias, new.info, new.location_id, new.stock_company_id, new.revoked_at))
  execute function note_controller();

create function note_location() returns trigger language plpgsql as $$
begin
  perform note_controller_search(id) from controller where location_id = new.id;
  perform note_device_search(id) from device where location_id = new.id;
  return null;
end $$;
create trigger location_search_update after update of name, company_id, deletion_due_at on location for each row
  when ((old.name, old.company_id, old.deletion_due_at is null) is distinct from
    (new.name, new.company_id, new.deletion_due_at is null))
  execute function note_location();

insert into controller_search select * from controller_searched;
insert into device_search select * from device_searched;
