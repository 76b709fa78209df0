-- What upkeep deletes by its age is found by an index; the other ages have theirs already.
create index alarm_cleared_at on alarm (cleared_at) where status = 'CLEARED';
