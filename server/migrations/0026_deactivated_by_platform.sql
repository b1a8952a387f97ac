-- Who may let a deactivated account in again: what an administrator of the platform deactivated, an administrator alone. Read only while the
-- account is deactivated, and written with every deactivation. An event of no organization was written by an administrator.
alter table accounts add column deactivated_by_platform boolean not null default false;

update accounts a set deactivated_by_platform = true
where a.status = 'DEACTIVATED' and (
  select e.organization_id is null from audit_events e
  where e.target_id = a.id and e.event = 'account_deactivated' order by e.id desc limit 1
);
