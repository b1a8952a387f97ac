-- Roles are named sets of permissions; an account holds a role in one organization, or (admin) on the platform.
create table permissions (
  key text primary key,
  name text not null,
  description text not null
);

create table roles (
  key text primary key,
  name text not null,
  description text not null,
  -- admin is never given through the portal.
  is_assignable boolean not null default true
);

create table role_permissions (
  role_key text not null references roles on delete cascade,
  permission_key text not null references permissions on delete cascade,
  primary key (role_key, permission_key)
);

create table account_roles (
  account_id uuid not null references accounts on delete cascade,
  role_key text not null references roles on delete restrict,
  organization_id uuid references organizations on delete cascade,
  unique nulls not distinct (account_id, role_key, organization_id),
  -- admin counts everywhere, so it is never held in a school.
  constraint account_roles__admin_is_of_the_platform check (role_key <> 'admin' or organization_id is null)
);

create index account_roles__organization_id_idx on account_roles (organization_id);

insert into permissions (key, name, description) values
  ('admin', 'Administration', 'Everything, on the whole platform'),
  ('login', 'Log in', 'Log in to the portal'),
  ('login_dashboard', 'Open the dashboard', 'Log in to the analytics dashboard'),
  ('manage_members', 'Manage members', 'Create and change the members of the organization'),
  ('manage_players', 'Manage players', 'Create and change the players of one''s groups'),
  ('play_premium', 'Premium game', 'Open games that ask for a premium licence'),
  ('set_display_name', 'Set display name', 'Set one''s own display name'),
  ('view_user_group', 'View user groups', 'See the user groups of the organization');

insert into roles (key, name, description, is_assignable) values
  ('admin', 'Administrator', 'Runs the platform', false),
  ('organization_admin', 'Organization administrator', 'Runs one organization', true),
  ('group_manager', 'Group manager', 'Looks after groups of players', true),
  ('teacher', 'Teacher', 'Teaches with the game', true),
  ('member', 'Member', 'Belongs to an organization', true),
  ('premium', 'Premium', 'Holds a premium licence', true),
  ('student', 'Student', 'Plays the game', true),
  ('guest', 'Guest', 'May not log in yet', true);

insert into role_permissions (role_key, permission_key)
  select 'admin', key from permissions;

insert into role_permissions (role_key, permission_key) values
  ('organization_admin', 'login'), ('organization_admin', 'set_display_name'),
  ('organization_admin', 'login_dashboard'), ('organization_admin', 'view_user_group'),
  ('organization_admin', 'manage_members'), ('organization_admin', 'manage_players'),
  ('group_manager', 'login'), ('group_manager', 'set_display_name'), ('group_manager', 'login_dashboard'),
  ('group_manager', 'view_user_group'), ('group_manager', 'manage_players'),
  ('teacher', 'login'), ('teacher', 'set_display_name'), ('teacher', 'login_dashboard'),
  ('teacher', 'view_user_group'), ('teacher', 'manage_players'),
  ('member', 'login'), ('member', 'set_display_name'),
  ('premium', 'play_premium'),
  ('student', 'login');
