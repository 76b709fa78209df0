-- The location is deleted then, unless somebody takes it back. Until then it is nobody's to see, and its readings are kept.
alter table location add column deletion_due_at timestamptz;
create index location_deletion on location (deletion_due_at) where deletion_due_at is not null;
