-- The history is read newest first by its number, from one end of what a filter names: each filter has its events in that order, so
-- that a page is some fifty steps along an index, however long the history is.
create index audit_events__actor_idx on audit_events (actor_id, id);
create index audit_events__target_idx on audit_events (target_id, id);
create index audit_events__organization_idx on audit_events (organization_id, id);
create index audit_events__event_idx on audit_events (event, id);

drop index audit_events__actor_id_idx;
drop index audit_events__target_id_idx;
drop index audit_events__organization_id_idx;
