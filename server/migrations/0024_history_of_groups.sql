-- What happens to people by way of a group (members come and go, badges are made and voided) is the group's history too: found by the
-- group that the details name, newest first as every other page of the history (0023).
create index audit_events__group_idx on audit_events ((coalesce(details ->> 'userGroupId', details ->> 'playerGroupId')), id)
  where coalesce(details ->> 'userGroupId', details ->> 'playerGroupId') is not null;
