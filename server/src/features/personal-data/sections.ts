/**
 * What the portal holds about a person, table by table. Each section names its columns, so that a new column is exported only after
 * a decision. Digests, sealed secrets and the ids of other people are never selected.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { PersonalSection } from "@storyport/contract/personal-data";
import type { PersonalTable } from "#/features/accounts/personal-tables.ts";

export interface PersonAsked {
  accountId: string;
  /** Some rows belong to an address. */
  email: string | null;
  /** Only what belongs to this organization or to none; null for everything. */
  within: string | null;
}

type Value = string | number | boolean | Date | string[] | null;
export type SectionRow = Record<string, Value>;

/** The section that shows a table. A new personal table does not compile until it has a section. @public For tests. */
export const sectionOfTable: Record<PersonalTable, PersonalSection> = {
  account_identities: "identities",
  account_links: "links",
  account_login_types: "loginTypes",
  account_permissions: "permissions",
  account_player_group_rights: "classRights",
  account_players: "players",
  account_roles: "roles",
  backup_codes: "backupCodes",
  badges: "badges",
  class_import_students: "classImports",
  device_codes: "seats",
  email_proposals: "emailChanges",
  game_codes: "gameCodes",
  game_rights: "gameRights",
  known_devices: "knownDevices",
  one_time_codes: "oneTimeCodes",
  organization_members: "organizations",
  outbox: "letters",
  passkey_owners: "passkeys",
  passkeys: "passkeys",
  second_factors: "secondFactor",
  sessions: "sessions",
  support_views: "supportViews",
  token_families: "gameLogins",
  transfers: "transfers",
  user_group_members: "userGroups",
};

export function accountOf({ accountId }: PersonAsked): RawBuilder<SectionRow> {
  return sql`
    select a.id, a.email, a.display_name as name, a.status, a.default_locale as language, a.created_at as "createdAt",
      a.updated_at as "updatedAt", a.activated_at as "activatedAt", a.deactivated_at as "deactivatedAt",
      a.first_logged_in_at as "firstLoggedInAt", a.password_hash is not null as "hasPassword", a.password_expired as "passwordExpired",
      a.feide_services as "feideServices"
    from accounts a where a.id = ${accountId}::uuid`;
}

/** A section whose rows have no organization belongs to the account itself, so `within` does not limit it. Support views are an exception. */
type Section = (person: PersonAsked) => RawBuilder<SectionRow>;

const inPlace = ({ within }: PersonAsked, organization: RawBuilder<unknown>) =>
  sql`(${within}::uuid is null or ${organization} = ${within}::uuid)`;
const inPlaceOrNone = ({ within }: PersonAsked, organization: RawBuilder<unknown>) =>
  sql`(${within}::uuid is null or ${organization} is null or ${organization} = ${within}::uuid)`;

export const sections: Record<PersonalSection, Section> = {
  organizations: (person) => sql`
    select o.key as organization, m.is_primary as "isPrimary", m.joined_at as "joinedAt",
      m.groups_unread_since as "groupsUnreadAt", m.groups_refused_since as "groupsRefusedAt"
    from organization_members m join organizations o on o.id = m.organization_id
    where m.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by o.key`,
  roles: (person) => sql`
    select r.role_key as role, o.key as organization from account_roles r left join organizations o on o.id = r.organization_id
    where r.account_id = ${person.accountId}::uuid and ${inPlaceOrNone(person, sql`r.organization_id`)} order by o.key, r.role_key`,
  permissions: (person) => sql`
    select p.permission_key as permission, o.key as organization, p.given_at as "givenAt"
    from account_permissions p join organizations o on o.id = p.organization_id
    where p.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by o.key, p.permission_key`,
  userGroups: (person) => sql`
    select g.name, o.key as organization, m.rights_level as "rightsLevel", m.joined_at as "joinedAt"
    from user_group_members m join user_groups g on g.id = m.user_group_id join organizations o on o.id = g.organization_id
    where m.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by o.key, g.name, g.id`,
  classRights: (person) => sql`
    select g.name as class, o.key as organization, r.rights_level as "rightsLevel"
    from account_player_group_rights r join player_groups g on g.id = r.player_group_id join organizations o on o.id = g.organization_id
    where r.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by o.key, g.name, g.id`,
  gameRights: (person) => sql`
    select g.description as game, r.rights_level as "rightsLevel", r.given_at as "givenAt"
    from game_rights r join games g on g.id = r.game_id
    where r.account_id = ${person.accountId}::uuid order by g.id`,
  players: (person) => sql`
    select p.id, p.name, o.key as organization, p.gender, p.external_id as "externalId", p.research_code as "researchCode",
      p.pass_code as "passCode", p.is_shared as "isShared", p.excluded_from_analysis as "excludedFromAnalysis", p.created_at as "createdAt",
      p.updated_at as "updatedAt", p.registered_at as "registeredAt"
    from account_players ap join players p on p.id = ap.player_id join organizations o on o.id = p.organization_id
    where ap.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} and not exists (${playedByOthers})
    union all
    select p.id, null, o.key, null, null, null, null, p.is_shared, null, null, null, null
    from account_players ap join players p on p.id = ap.player_id join organizations o on o.id = p.organization_id
    where ap.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} and exists (${playedByOthers})
    order by 3, 2, 1`,
  playerGroups: (person) => sql`
    select p.id as player, g.name as class, o.key as organization, g.group_type as "classType"
    from account_players ap join players p on p.id = ap.player_id join player_group_players gp on gp.player_id = p.id
    join player_groups g on g.id = gp.player_group_id join organizations o on o.id = g.organization_id
    where ap.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by o.key, g.name, g.id, p.id`,
  loginTypes: (person) => sql`
    select t.login_type as "loginType" from account_login_types t where t.account_id = ${person.accountId}::uuid order by t.login_type`,
  identities: (person) => sql`
    select i.provider, i.issuer, i.subject as "providerId", i.label, i.affiliation, i.created_at as "createdAt", i.last_used_at as "lastUsedAt"
    from account_identities i where i.account_id = ${person.accountId}::uuid order by i.created_at, i.id`,
  emailChanges: (person) => sql`
    select p.email, p.proposed_at as "createdAt", p.expires_at as "expiresAt" from email_proposals p
    where p.account_id = ${person.accountId}::uuid`,
  links: (person) => sql`
    select l.purpose, l.created_at as "createdAt", l.expires_at as "expiresAt", l.used_at as "usedAt", l.replaced_at as "replacedAt",
      l.failed_attempts as "failedAttempts"
    from account_links l where l.account_id = ${person.accountId}::uuid order by l.created_at, l.id`,
  linkRequests: (person) => sql`
    select r.purpose, r.created_at as "createdAt", r.network from link_requests r where r.email = ${person.email}::text
    order by r.created_at`,
  secondFactor: (person) => sql`
    select f.created_at as "createdAt", f.confirmed_at as "confirmedAt" from second_factors f where f.account_id = ${person.accountId}::uuid`,
  // The handle and the keys identify devices, and are of no use to the person.
  passkeys: (person) => sql`
    select p.name, p.is_backed_up as "isBackedUp", p.created_at as "createdAt", p.last_used_at as "lastUsedAt", p.copied_at as "copiedAt"
    from passkeys p where p.account_id = ${person.accountId}::uuid order by p.created_at, p.id`,
  backupCodes: (person) => sql`
    select b.used_at as "usedAt" from backup_codes b where b.account_id = ${person.accountId}::uuid order by b.used_at`,
  // `proven_at` is the epoch if the provider did not tell when its user logged in there.
  sessions: (person) => sql`
    select s.device_name as "deviceName", s.login_type as "loginType", s.by_passkey as "byPasskey", s.stage, o.key as organization, s.created_at as "createdAt",
      nullif(s.proven_at, 'epoch') as "provenAt", s.confirmed_at as "confirmedAt", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.lesson_id is not null as "inLesson"
    from sessions s left join organizations o on o.id = s.organization_id
    where s.account_id = ${person.accountId}::uuid and ${inPlaceOrNone(person, sql`s.organization_id`)} order by s.created_at, s.digest`,
  // Views are the platform's, so a school does not see them.
  supportViews: (person) => sql`
    select v.reason, v.begins_at as "createdAt", v.ends_at as "expiresAt", v.ended_at as "revokedAt" from support_views v
    where v.account_id = ${person.accountId}::uuid and ${person.within}::uuid is null order by v.begins_at, v.id`,
  knownDevices: (person) => sql`
    select d.last_used_at as "lastUsedAt", d.expires_at as "expiresAt" from known_devices d
    where d.account_id = ${person.accountId}::uuid order by d.last_used_at`,
  badges: (person) => sql`
    select g.name as class, o.key as organization, b.created_at as "createdAt", b.expires_at as "expiresAt", b.voided_at as "voidedAt",
      b.last_used_at as "lastUsedAt", b.last_refused_at as "lastRefusedAt"
    from badges b left join player_groups g on g.id = b.player_group_id left join organizations o on o.id = g.organization_id
    where b.account_id = ${person.accountId}::uuid and ${inPlaceOrNone(person, sql`o.id`)} order by b.created_at, b.id`,
  // `expires_at` is -infinity if an action ended the code.
  oneTimeCodes: (person) => sql`
    select g.name as class, o.key as organization, c.created_at as "createdAt", nullif(c.expires_at, '-infinity') as "expiresAt", c.used_at as "usedAt"
    from one_time_codes c join player_groups g on g.id = c.player_group_id join organizations o on o.id = g.organization_id
    where c.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by c.created_at`,
  classImports: (person) => sql`
    select g.name as class, o.key as organization, i.created_at as "createdAt", i.undone_at as "undoneAt"
    from class_import_students s join class_imports i on i.id = s.class_import_id join player_groups g on g.id = s.player_group_id
    join organizations o on o.id = i.organization_id
    where s.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by i.created_at, i.id`,
  transfers: (person) => sql`
    select g.name as class, o.key as organization, t.opened_at as "createdAt", t.expires_at as "expiresAt", t.ended_at as "revokedAt",
      t.ended_as as "revokedBecause"
    from transfers t join organizations o on o.id = t.organization_id join player_groups g on g.id = t.player_group_id
    where t.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by t.opened_at, t.id`,
  seats: (person) => sql`
    select g.description as game, o.key as organization, coalesce(d.name, c.device_name) as "deviceName", c.seated_at as "createdAt", nullif(c.expires_at, '-infinity') as "expiresAt",
      c.consumed_at as "usedAt"
    from device_codes c join organizations o on o.id = c.organization_id join games g on g.id = c.game_id
    left join devices d on d.id = c.device_id
    where c.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by c.seated_at, c.id`,
  gameCodes: (person) => sql`
    select c.client_id as client, g.description as game, o.key as organization, c.scope, c.login_type as "loginType",
      c.callback_url as "callbackUrl", c.device_name as "deviceName", c.created_at as "createdAt", nullif(c.expires_at, '-infinity') as "expiresAt",
      c.consumed_at as "usedAt", c.lesson_id is not null as "inLesson"
    from game_codes c join organizations o on o.id = c.organization_id join games g on g.id = c.game_id
    where c.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by c.created_at, c.digest`,
  gameLogins: (person) => sql`
    select f.client_id as client, g.description as game, o.key as organization, f.scope, f.login_type as "loginType",
      f.device_name as "deviceName", f.created_at as "createdAt", f.expires_at as "expiresAt", f.revoked_at as "revokedAt",
      f.revoked_because as "revokedBecause", f.lesson_id is not null as "inLesson",
      (select max(t.created_at) from refresh_tokens t where t.family_id = f.id) as "lastSeenAt"
    from token_families f join organizations o on o.id = f.organization_id join games g on g.id = f.game_id
    where f.account_id = ${person.accountId}::uuid and ${inPlace(person, sql`o.id`)} order by f.created_at, f.id`,
  letters: (person) => sql`
    select l.letter, l.recipient, l.subject, l.created_at as "createdAt", l.sent_at as "sentAt", l.abandoned_at as "abandonedAt"
    from outbox l where l.account_id = ${person.accountId}::uuid order by l.created_at, l.id`,
};

/** Of a player that several accounts play, only the tie to this person is shown. Its name and codes may be another person's. */
const playedByOthers = sql`select from account_players other where other.player_id = ap.player_id and other.account_id <> ap.account_id`;
