/**
 * Tables with rows that belong to one person alone, by their column `account_id`. `eraseAccounts` deletes the rows of an erased or deleted
 * account. An export shows them (`personal-data`). `group_readings` is erased too, but not listed: it has only a sealed token of a provider.
 * `erasures` is not listed, because the receipts stay.
 */
export const personalTables = [
  "account_identities",
  "account_links",
  "account_login_types",
  "account_permissions",
  "account_player_group_rights",
  "account_players",
  "account_roles",
  "backup_codes",
  "badges",
  "class_import_students",
  "device_codes",
  "email_proposals",
  "game_codes",
  "game_rights",
  "known_devices",
  "one_time_codes",
  "organization_members",
  "outbox",
  "passkey_owners",
  "passkeys",
  "second_factors",
  "sessions",
  "support_views",
  "token_families",
  "transfers",
  "user_group_members",
] as const;
export type PersonalTable = (typeof personalTables)[number];
