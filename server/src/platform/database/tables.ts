// oxlint-disable eslint/max-lines -- One list: every table has its rows here.
/** The rows as the migrations make them; the comments there explain columns. The wire's uneven names live in the contract. */
import type { ObservationKind, Scene, SceneInBrowser } from "@storyport/contract/conformance";
import type { SessionStage } from "@storyport/contract/endpoint";
import type { OpenidWord } from "@storyport/contract/games";
import type { SupportViewEnd } from "@storyport/contract/support-views";
import type {
  RosterChangeKind,
  RosterCounts,
  RosterMode,
  RosterRunClass,
  RosterRunStatus,
  RosterSource,
} from "@storyport/contract/rosters";
import type {
  AccountStatus,
  LoginType,
  PermissionKey,
  PlayerGroupType,
  Provider,
  ResourceType,
  RightsLevel,
  TokenScope,
  UserGroupType,
} from "@storyport/contract/vocabulary";
import type { JsonWebKey } from "node:crypto";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** A time that the database sets if an insert leaves it out. */
type Now = ColumnType<Date, Date | undefined>;

interface AccountsTable {
  id: Generated<string>;
  version: Generated<number>;
  email: string | null;
  display_name: string | null;
  status: Generated<AccountStatus>;
  default_locale: Generated<string>;
  password_hash: string | null;
  password_expired: Generated<boolean>;
  feide_services: Generated<string[]>;
  created_at: Now;
  updated_at: Now;
  activated_at: Date | null;
  deactivated_at: Date | null;
  deactivated_by_platform: Generated<boolean>;
  deleted_at: Date | null;
  first_logged_in_at: Date | null;
}

interface GamesTable {
  id: number;
  version: Generated<number>;
  key: string;
  description: string;
  locale: Generated<string>;
  login_types: Generated<LoginType[]>;
  required_permissions: Generated<string[]>;
  is_public: Generated<boolean>;
  legacy_client_code: Generated<boolean>;
  max_scope: Generated<TokenScope>;
  retired_at: Date | null;
  grants_since: Date | null;
  created_at: Now;
  subject_type: "public" | "pairwise" | null;
  pairwise_sector: string | null;
  backchannel_logout_url: string | null;
  post_logout_urls: Generated<string[]>;
  openid_words: Generated<OpenidWord[]>;
}

interface PlayersTable {
  id: Generated<string>;
  version: Generated<number>;
  organization_id: string;
  name: string;
  gender: number | null;
  pass_code: string | null;
  research_code: string | null;
  external_id: string | null;
  is_shared: Generated<boolean>;
  excluded_from_analysis: Generated<boolean>;
  created_at: Now;
  updated_at: Now;
  registered_at: Date | null;
}

interface SessionsTable {
  digest: Buffer;
  account_id: string;
  organization_id: string | null;
  login_type: LoginType;
  stage: Generated<SessionStage>;
  device_name: string;
  created_at: Now;
  last_seen_at: Now;
  idle_seconds: number;
  expires_at: Date;
  lesson_id: string | null;
  support_view_id: Generated<string | null>;
  /** The last confirmation in place. */
  confirmed_at: Date | null;
  by_passkey: Generated<boolean>;
  /** When a provider saw the proof; the epoch if it did not say. Null: when the session began. */
  proven_at: Date | null;
  /** The connected identity that began it; null if no provider did, or if it is unknown. It may be gone. */
  identity_id: string | null;
}

interface TokenFamiliesTable extends OpenidLogin {
  id: Generated<string>;
  account_id: string;
  organization_id: string;
  client_id: string;
  game_id: number;
  scope: TokenScope;
  login_type: LoginType;
  successor_key: Buffer;
  idle_seconds: number;
  created_at: Now;
  expires_at: Date;
  revoked_at: Date | null;
  /**
   * REUSE: a used refresh token came again. CODE_REPLAY: so did a redeemed code. LOGOUT: the owner logged out. CLIENT: the game ended it.
   * PASSWORD: the password was changed or has expired. LESSON: its lesson ended. ACCOUNT: another action on the account, by the owner or
   * by staff, such as a deactivation or the removal of a passkey.
   */
  revoked_because: "REUSE" | "LOGOUT" | "ACCOUNT" | "PASSWORD" | "CLIENT" | "CODE_REPLAY" | "LESSON" | null;
  lesson_id: string | null;
  device_name: string | null;
  /** As in sessions. */
  identity_id: string | null;
}

interface ConformanceRunsTable {
  id: Generated<string>;
  game_id: number;
  scene: Generated<SceneInBrowser>;
  rotated_at: Date | null;
  keys: ColumnType<Record<"first" | "second" | "foreign", JsonWebKey>, string>;
  report_digest: Buffer | null;
  is_walk: Generated<boolean>;
  ended_at: Date | null;
  created_at: Now;
}

interface ConformanceLoginsTable {
  id: Generated<string>;
  run_id: string;
  scene: Scene;
  callback_url: string;
  client_code: string;
  token_scope: TokenScope;
  code_digest: Buffer;
  redeemed_at: Date | null;
  refresh_digests: Generated<Buffer[]>;
  revoked_at: Date | null;
  openid_scope: string | null;
  nonce: string | null;
  created_at: Now;
}

/** What `conformance/observed.ts` writes. */
interface ObservationDetails {
  request: Record<string, string>;
  response: Record<string, string>;
  facts: Record<string, unknown>;
}

/** What an OpenID client's login was asked for, and the session that opened it. Null for other games. */
interface OpenidLogin {
  openid_scope: string | null;
  /** No foreign key, because the game's login may outlive the session. */
  session_digest: Buffer | null;
  /** The last proof in that session: its login, or a later confirmation. */
  session_began_at: Date | null;
}

interface GameCodesTable extends OpenidLogin {
  nonce: string | null;
  digest: Buffer;
  handover_digest: Buffer;
  client_id: string;
  game_id: number;
  account_id: string;
  organization_id: string;
  scope: TokenScope;
  login_type: LoginType;
  callback_url: string;
  client_code: string | null;
  created_at: Now;
  expires_at: Date;
  consumed_at: Date | null;
  family_id: string | null;
  lesson_id: string | null;
  device_name: string | null;
  /** As in sessions. */
  identity_id: string | null;
}

interface DevicesTable {
  id: Generated<string>;
  version: Generated<number>;
  organization_id: string;
  game_id: number;
  name: string;
  key_digest: Buffer | null;
  last_player_group_id: string | null;
  created_by: string | null;
  created_at: Now;
  last_seen_at: Now;
  removed_at: Date | null;
}

interface DeviceCodesTable {
  id: Generated<string>;
  digest: Buffer;
  game_id: number;
  user_code: string;
  device_name: string | null;
  device_id: string | null;
  has_key: Generated<boolean>;
  interval_seconds: Generated<number>;
  last_polled_at: Date | null;
  created_at: Now;
  expires_at: Date;
  refused_at: Date | null;
  account_id: string | null;
  organization_id: string | null;
  lesson_id: string | null;
  seated_at: Date | null;
  consumed_at: Date | null;
}

interface OutboxTable {
  id: Generated<string>;
  account_id: string | null;
  recipient: string;
  letter: string;
  subject: string;
  text_body: string | null;
  html_body: string | null;
  created_at: Now;
  attempts: Generated<number>;
  send_after: Now;
  expires_at: Date;
  sent_at: Date | null;
  abandoned_at: Date | null;
  last_error: string | null;
  forget_when_sent: Generated<boolean>;
  cause: "LOGIN" | "STAFF" | null;
  is_for_many: Generated<boolean>;
}

export interface Tables {
  accounts: AccountsTable;
  account_login_types: { account_id: string; login_type: LoginType };
  account_identities: {
    id: Generated<string>;
    account_id: string;
    provider: Provider;
    issuer: string;
    subject: string;
    created_at: Now;
    last_used_at: Date | null;
    label: string | null;
    affiliation: "STAFF" | "STUDENT" | null;
  };
  email_proposals: {
    account_id: string;
    email: string;
    digest: Buffer;
    proposed_by: string | null;
    organization_id: string | null;
    proposed_at: Now;
    expires_at: Date;
  };
  organizations: {
    id: Generated<string>;
    key: string;
    /** The look-alike form of the key, set by a trigger. Null for older rows whose keys looked the same. */
    key_skeleton: Generated<string | null>;
    description: string;
    requires_passkeys: Generated<boolean>;
    /** Null if they are optional, or if the previous release began to require them. */
    passkeys_required_at: Date | null;
    version: Generated<number>;
    created_at: Now;
    updated_at: Now;
  };
  games: GamesTable;
  game_callbacks: { game_id: number; url: string; kind: "WEB" | "LOOPBACK" | "APP"; created_at: Now };
  resource_links: { id: Generated<string>; url: string; game_id: number | null; resource_type: ResourceType };
  /** `shares_names` is no longer read (0094). */
  organization_games: { organization_id: string; game_id: number; shares_names: Generated<boolean>; since: Now };
  name_consents: { organization_id: string; game_id: number; words: OpenidWord[]; given_at: Now; given_by: string | null };
  game_rights: { game_id: number; account_id: string; rights_level: "READ" | "MODIFY" | "OWNER"; given_at: Now };
  conformance_runs: ConformanceRunsTable;
  conformance_logins: ConformanceLoginsTable;
  conformance_turns: { holder: Buffer; walk_id: string | null; playing_until: Date | null; changed_at: Now };
  conformance_observations: {
    id: GeneratedAlways<string>;
    run_id: string;
    login_id: string | null;
    at: Now;
    kind: ObservationKind;
    details: ColumnType<ObservationDetails, string>;
  };
  organization_members: {
    account_id: string;
    organization_id: string;
    is_primary: Generated<boolean>;
    joined_at: Now;
    groups_unread_since: Date | null;
    groups_refused_since: Date | null;
  };
  permissions: { key: PermissionKey; name: string; description: string };
  roles: { key: string; name: string; description: string; is_assignable: Generated<boolean> };
  role_permissions: { role_key: string; permission_key: PermissionKey };
  account_roles: { account_id: string; role_key: string; organization_id: string | null };
  account_permissions: {
    account_id: string;
    permission_key: PermissionKey;
    organization_id: string;
    given_by: string | null;
    given_at: Now;
  };
  players: PlayersTable;
  player_groups: {
    id: Generated<string>;
    version: Generated<number>;
    organization_id: string;
    name: string;
    group_type: Generated<PlayerGroupType>;
    type_before: Generated<Exclude<PlayerGroupType, "ARCHIVED">>;
    is_shared: Generated<boolean>;
    created_at: Now;
    created_by: string | null;
  };
  player_group_players: { player_group_id: string; player_id: string };
  account_players: { account_id: string; player_id: string };
  account_player_group_rights: { account_id: string; player_group_id: string; rights_level: RightsLevel };
  user_groups: {
    id: Generated<string>;
    version: Generated<number>;
    organization_id: string;
    name: string;
    group_type: Generated<UserGroupType>;
    was_hidden: Generated<boolean>;
    created_at: Now;
    created_by: string | null;
  };
  user_group_members: { user_group_id: string; account_id: string; rights_level: Generated<RightsLevel>; joined_at: Now };
  user_group_roles: { user_group_id: string; role_key: string };
  user_group_player_groups: { user_group_id: string; player_group_id: string; rights_level: RightsLevel };
  support_views: {
    id: Generated<string>;
    account_id: string;
    administrator_id: string | null;
    reason: string;
    session_digest: Buffer;
    begins_at: Now;
    ends_at: Date;
    ended_at: Date | null;
    ended_because: SupportViewEnd | null;
  };
  erasures: {
    number: string;
    organization_id: string;
    account_id: string;
    erased_by: string | null;
    asked_by: "PARENT" | "STUDENT" | "SCHOOL";
    erased_at: Now;
    erased: ColumnType<Record<string, number>, string>;
  };
  class_imports: {
    id: string;
    organization_id: string;
    students: number;
    created_by: string | null;
    created_at: Now;
    undone_at: Date | null;
    undone_by: string | null;
  };
  class_import_classes: { class_import_id: string; player_group_id: string; is_new: boolean };
  class_import_students: { class_import_id: string; account_id: string; player_id: string; player_group_id: string };
  group_readings: { account_id: string; sealed_access_token: Buffer; asked_at: Now; attempts: Generated<number>; read_after: Now };
  roster_connections: {
    organization_id: string;
    source: RosterSource;
    mode: RosterMode;
    school_number: string | null;
    created_by: string | null;
    created_at: Now;
    told_at: Date | null;
    applying_run_id: string | null;
    applying_at: Date | null;
    applied_changes: number | null;
    all_changes: number | null;
    read_at: Date | null;
    failing_since: Date | null;
  };
  roster_classes: { player_group_id: string; organization_id: string; external_id: string; name: string };
  roster_students: {
    player_id: string;
    organization_id: string;
    name: string;
    missing_since: Date | null;
    is_kept: Generated<boolean>;
  };
  /** What a run replaced in `roster_students`. */
  roster_former_marks: {
    run_id: string;
    player_id: string;
    name: string;
    missing_since: Date | null;
    is_kept: boolean;
    /** Whether a list had named the student before the run. */
    was_noted: Generated<boolean>;
  };
  roster_runs: {
    id: Generated<string>;
    organization_id: string;
    source: RosterSource;
    status: RosterRunStatus;
    roster: ColumnType<object[] | null, string | null, null>;
    is_whole: boolean;
    digest: string;
    classes: ColumnType<RosterRunClass[], string, string>;
    counts: ColumnType<RosterCounts, string, string>;
    made_by: string | null;
    made_at: Now;
    decided_by: string | null;
    decided_at: Date | null;
    undone_by: string | null;
    undone_at: Date | null;
  };
  roster_changes: {
    run_id: string;
    position: number;
    class_position: number;
    kind: RosterChangeKind;
    change: ColumnType<object, string, string>;
    player_id: string | null;
  };
  transfers: {
    id: Generated<string>;
    organization_id: string;
    player_group_id: string;
    account_id: string;
    player_id: string;
    digest: Buffer;
    opened_by: string | null;
    opened_at: Now;
    expires_at: Date;
    ended_by: string | null;
    ended_at: Date | null;
    ended_as: "ACCEPTED" | "DECLINED" | "WITHDRAWN" | "EXPIRED" | null;
    to_organization_id: string | null;
  };
  lessons: {
    id: Generated<string>;
    player_group_id: string;
    organization_id: string;
    started_by: string | null;
    started_at: Now;
    ends_at: Date;
    ended_at: Date | null;
    ended_because: "BELL" | "TIME" | "ARCHIVED" | null;
  };
  devices: DevicesTable;
  device_codes: DeviceCodesTable;
  sessions: SessionsTable;
  throttles: { key: string; failures: number; window_ends_at: Date; blocked_until: Date };
  known_devices: { digest: Buffer; account_id: string; last_used_at: Now; expires_at: Date };
  provider_logins: {
    session_digest: Buffer;
    provider: Provider;
    sealed_id_token: Buffer;
  };
  login_transactions: {
    digest: Buffer;
    provider: Provider;
    browser_digest: Buffer;
    nonce: string;
    code_verifier: string;
    linking_account_id: string | null;
    confirming_digest: Buffer | null;
    device_name: string;
    created_at: Now;
    expires_at: Date;
    used_at: Date | null;
  };
  /** Without `game_id`, which nothing uses. */
  account_links: {
    id: Generated<string>;
    account_id: string;
    purpose: "ACTIVATION" | "RESET" | "DELETION" | "DELETION_CONFIRMATION";
    digest: Buffer;
    created_at: Now;
    expires_at: Date;
    used_at: Date | null;
    replaced_at: Date | null;
    failed_attempts: Generated<number>;
  };
  link_requests: {
    purpose: "RESET" | "DELETION" | "STOPPED";
    email: string;
    request_id: string;
    network: string;
    created_at: Now;
    answer_after: Now;
  };
  badges: {
    id: Generated<string>;
    account_id: string;
    player_group_id: string | null;
    digest: Buffer;
    sealed_code: Buffer;
    created_by: string | null;
    created_at: Now;
    expires_at: Date;
    voided_at: Date | null;
    last_used_at: Date | null;
    last_refused_at: Date | null;
  };
  class_words: { word: string; player_group_id: string; last_used_at: Now };
  one_time_codes: {
    digest: Buffer;
    account_id: string;
    player_group_id: string;
    created_by: string | null;
    created_at: Now;
    expires_at: Date;
    used_at: Date | null;
  };
  passkey_owners: { account_id: string; user_handle: Buffer };
  passkeys: {
    id: Generated<string>;
    account_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    counter: Generated<string>;
    transports: Generated<string[]>;
    aaguid: string;
    name: string;
    is_backed_up: boolean;
    created_at: Now;
    last_used_at: Date | null;
    copied_at: Date | null;
  };
  passkey_challenges: { digest: Buffer; kind: "REGISTER" | "LOGIN"; asker: Buffer; created_at: Now; expires_at: Date };
  second_factors: {
    account_id: string;
    sealed_secret: Buffer;
    confirmed_at: Date | null;
    last_used_step: Generated<string>;
    created_at: Now;
  };
  backup_codes: { account_id: string; digest: Buffer; used_at: Date | null };
  token_families: TokenFamiliesTable;
  logout_notices: {
    id: Generated<string>;
    client_id: string;
    game_id: number;
    family_id: string;
    created_at: Now;
    attempts: Generated<number>;
    send_after: Now;
    expires_at: Generated<Date>;
  };
  refresh_tokens: { digest: Buffer; family_id: string; created_at: Now; expires_at: Date; used_at: Date | null };
  game_codes: GameCodesTable;
  game_consents: { digest: Buffer; session_digest: Buffer; request_digest: Buffer; created_at: Now; expires_at: Date };
  portals: {
    instance: string;
    host: string;
    version: string;
    commit: string | null;
    node: string;
    secret_key_ids: string[];
    started_at: Date;
    last_seen_at: Date;
  };
  maintenance: { is_only: Generated<boolean>; began_at: Now; ends_at: Date };
  sweep_lease: { is_only: Generated<boolean>; holder: string; held_until: Date };
  sweep_runs: {
    name: string;
    started_at: Date;
    finished_at: Date | null;
    removed: ColumnType<string, number | undefined, number>;
    removed_in_all: ColumnType<string, number | undefined, number>;
    error: string | null;
  };
  key_canary: { is_only: Generated<boolean>; key_id: string; sealed_digest_key: Buffer; sealed_at: Now };
  signing_keys: {
    kid: string;
    public_jwk: ColumnType<Record<string, unknown>, string>;
    sealed_private_jwk: Buffer;
    created_at: Now;
    signs_from: Date;
    signs_until: Date;
    published_until: Date;
  };
  outbox: OutboxTable;
  /** Days are text by `::text`, because the drivers read them as local time. */
  history_months: {
    ends_on: string;
    starts_on: string | null;
    events: ColumnType<string, number>;
    digest: Buffer;
    seal: Buffer;
    closed_at: Now;
    dropped_at: Date | null;
  };
  history_blocks: { ends_on: string; number: number; ids: string[]; marks: Buffer; digest: Buffer };
  audit_events: {
    id: GeneratedAlways<string>;
    at: Now;
    event: string;
    actor_id: string | null;
    target_id: string | null;
    organization_id: string | null;
    request_id: string | null;
    network: string | null;
    details: ColumnType<Record<string, unknown>, string | undefined>;
  };
}
