-- Since when a device is put right; what it showed before says nothing of how it is connected now.
alter table device add column corrected_at timestamptz;
