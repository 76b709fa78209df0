-- The platform's own company, for homes that came to no company's address: run by super admins alone, made when the
-- first such home is. Homes that are somewhere already stay there.
alter table company add column is_platform boolean not null default false;
create unique index company_platform on company (is_platform) where is_platform;
delete from setting where key = 'default_company';

-- A host name is a company's once a TXT record of its token was found there, or a super admin gave it; only then is the
-- brand shown there, and only then can nobody else have it. Those in use keep it, and two weeks to set the record.
alter table company drop constraint company_domain;
alter table company add column domain_token text;
alter table company add column domain_proven_at timestamptz;
alter table company add column domain_granted boolean not null default false;
alter table company add column domain_checked_at timestamptz;
-- Since when a record that was there, or should be, is not found; null where it is.
alter table company add column domain_missing_since timestamptz;
create unique index company_domain on company (domain) where domain_proven_at is not null;
create index company_domain_claimed on company (domain);
update company set domain_token = replace(gen_random_uuid()::text, '-', ''), domain_proven_at = now()
where domain is not null;
