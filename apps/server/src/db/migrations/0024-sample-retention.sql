-- How long processes want to keep single readings (RAW_RETENTION_DAYS), so that a smaller wish is not carried out at
-- once, nor while another process wants more.
create table sample_retention (
  days integer primary key,
  announced_at timestamptz not null,
  renewed_at timestamptz not null
);
