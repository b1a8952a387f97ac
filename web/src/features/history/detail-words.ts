/** Names for the details of events, and words for their values. */
import type { AuditDetail } from "@storyport/contract/audit";
import type { RosterChangeKind } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { permissionName, roleName } from "#/features/accounts/role-words.ts";
import { askerTexts } from "#/features/erasures/erasure-texts.ts";
import { scopeWords } from "#/features/games/game-words.ts";
import { nameWords } from "#/features/organizations/organization-words.ts";
import { rightsTextOf } from "#/features/player-groups/rights-text.ts";
import { modeTexts, sourceTexts } from "#/features/rosters/roster-texts.ts";
import { groupTypeNameOf } from "#/features/user-groups/user-group-words.ts";
import { loginTypeNameOf } from "#/features/users/user-words.ts";
import { listed } from "#/shell/listed.ts";

type Words = Readonly<Record<string, () => string>>;

/**
 * The counts of a school's list have sentences of their own; `before` and `after` show their members. `level` is our name for a bare
 * rights level, which the history records without a name. Older versions recorded organizationId.
 */
type Named = Exclude<AuditDetail, RosterChangeKind | "before" | "after"> | "level" | "organizationId";

const names: Readonly<Record<Named, () => string>> = {
  activated: () => m["history.detailActivated"](),
  askedBy: () => m["erasures.asked"](),
  backchannelLogoutUrl: () => m["openidClients.logoutUrl"](),
  badges: () => m["history.detailBadges"](),
  because: () => m["history.detailBecause"](),
  by: () => m["history.means"](),
  byLetter: () => m["history.detailByLetter"](),
  call: () => m["history.detailCall"](),
  callback: () => m["history.detailCallback"](),
  callbacks: () => m["games.callbacks"](),
  client: () => m["history.detailClient"](),
  codes: () => m["history.detailCodes"](),
  count: () => m["history.detailCount"](),
  description: () => m["games.description"](),
  deviceId: () => m["history.detailDevice"](),
  deviceName: () => m["history.device"](),
  digest: () => m["history.detailDigest"](),
  email: () => m["nameSharing.email"](),
  ended: () => m["history.detailEnded"](),
  events: () => m["history.detailEvents"](),
  excludedFromAnalysis: () => m["players.excluded"](),
  fields: () => m["history.detailFields"](),
  from: () => m["history.from"](),
  fromGroupId: () => m["history.detailFromClass"](),
  fromOrganizationId: () => m["history.detailFromOrganization"](),
  gameId: () => m["games.gameNumber"](),
  gameIds: () => m["history.games"](),
  gameKey: () => m["games.gameKey"](),
  groupType: () => m["userGroups.type"](),
  holder: () => m["history.holder"](),
  identities: () => m["history.detailIdentities"](),
  importId: () => m["history.detailList"](),
  isAutomatic: () => m["history.detailAutomatic"](),
  isFiltered: () => m["history.detailFiltered"](),
  isNew: () => m["rosters.newCLASS"](),
  isOrganizationGiven: () => m["history.detailOrganizationGiven"](),
  isPublic: () => m["games.isPublic"](),
  isRemoved: () => m["history.detailClassRemoved"](),
  keyId: () => m["history.detailKey"](),
  kind: () => m["history.detailKind"](),
  legacyClientCode: () => m["games.legacy"](),
  lessonId: () => m["history.detailLesson"](),
  level: () => m["history.level"](),
  links: () => m["history.detailLinks"](),
  locale: () => m["users.locale"](),
  loginType: () => m["history.loginType"](),
  loginTypes: () => m["history.loginTypes"](),
  maxScope: () => m["games.maxScope"](),
  minutes: () => m["history.minutes"](),
  mode: () => m["history.detailMode"](),
  month: () => m["history.detailMonth"](),
  name: () => m["history.name"](),
  nameWords: () => m["nameSharing.choose"](),
  openid: () => m["openidClients.title"](),
  organizationId: () => m["history.organization"](),
  outcome: () => m["history.detailOutcome"](),
  passCode: () => m["players.passCode"](),
  passkeys: () => m["passkeys.title"](),
  permissions: () => m["users.permissions"](),
  playerGroupId: () => m["history.playerGroup"](),
  postLogoutUrls: () => m["openidClients.afterLogout"](),
  provider: () => m["history.loginType"](),
  purposes: () => m["history.detailPurposes"](),
  reason: () => m["history.reason"](),
  receipt: () => m["history.detailReceipt"](),
  renamed: () => m["history.detailRenamed"](),
  requiredPermissions: () => m["games.permissions"](),
  requiresPasskeys: () => m["passkeys.title"](),
  researchCode: () => m["players.columnResearch"](),
  resourceLinks: () => m["history.detailResourceLinks"](),
  rights: () => m["history.rights"](),
  rightsType: () => m["history.level"](),
  roles: () => m["history.roles"](),
  rows: () => m["history.detailRows"](),
  runId: () => m["history.detailList"](),
  schoolNumber: () => m["rosters.schoolNumber"](),
  scope: () => m["history.detailScope"](),
  secondFactor: () => m["users.secondFactor"](),
  sessions: () => m["history.detailSessions"](),
  source: () => m["history.detailSource"](),
  stage: () => m["history.stage"](),
  students: () => m["lessons.children"](),
  subjectType: () => m["openidClients.subjects"](),
  to: () => m["history.to"](),
  toOrganizationId: () => m["history.detailToOrganization"](),
  tokenFamilies: () => m["history.detailTokens"](),
  userGroupId: () => m["history.userGroup"](),
  userGroups: () => m["history.userGroups"](),
  viewId: () => m["history.detailView"](),
  words: () => m["openidClients.words"](),
};

/** Returns the name of a detail; a name of an older version stays as it was recorded. */
export function detailName(key: string): string {
  return wordIn(names, key);
}

const states: Words = {
  set: () => m["history.valueSet"](),
  removed: () => m["history.valueRemoved"](),
  proposed: () => m["history.valueProposed"](),
  changed: () => m["history.valueChanged"](),
};

/**
 * Words for single values, by name. Any other word may be a rights level. `String` keeps what a person typed, because a device may
 * have the name READ.
 */
const values: Readonly<Record<string, Words | ((word: string) => string)>> = {
  askedBy: askerTexts,
  // How a lesson (BELL, TIME, ARCHIVED) or a support view (BUTTON, TIME, SESSION, ACCOUNT) ended.
  because: {
    BELL: () => m["history.endBell"](),
    TIME: () => m["history.endTime"](),
    ARCHIVED: () => m["history.endArchived"](),
    BUTTON: () => m["history.endButton"](),
    SESSION: () => m["history.endSession"](),
    ACCOUNT: () => m["history.endAccount"](),
  },
  by: {
    badge: () => m["history.meansBadge"](),
    "one-time code": () => m["history.meansCode"](),
    app: () => m["history.meansApp"](),
    "backup code": () => m["history.meansBackup"](),
    passkey: () => m["history.meansPasskey"](),
    enrolment: () => m["history.meansEnrolment"](),
    link: () => m["history.meansLink"](),
    owner: () => m["history.meansOwner"](),
    school: () => m["history.meansSchool"](),
    platform: () => m["history.meansPlatform"](),
  },
  callback: String,
  description: String,
  deviceName: String,
  email: states,
  fields: {
    displayName: () => m["users.name"](),
    email: () => m["nameSharing.email"](),
    locale: () => m["users.locale"](),
    loginTypes: () => m["users.loginTypes"](),
    permissions: () => m["users.permissions"](),
    resetPassword: () => m["users.resetPassword"](),
    roles: () => m["users.roles"](),
    userGroups: () => m["users.userGroups"](),
  },
  groupType: groupTypeNameOf,
  identities: loginTypeNameOf,
  kind: { PORTAL: () => m["history.detailKindPortal"](), GAME: () => m["history.detailKindGame"]() },
  loginTypes: loginTypeNameOf,
  maxScope: scopeWords,
  mode: { APPROVAL: modeTexts.APPROVAL.name, NIGHTLY: modeTexts.NIGHTLY.name },
  name: String,
  nameWords,
  outcome: { ADDED: () => m["history.detailOutcomeAdded"](), INVITED: () => m["history.detailOutcomeInvited"]() },
  passCode: states,
  permissions: permissionName,
  purposes: {
    ACTIVATION: () => m["history.detailPurposeActivation"](),
    RESET: () => m["history.detailPurposeReset"](),
    DELETION: () => m["history.detailPurposeDeletion"](),
    DELETION_CONFIRMATION: () => m["history.detailPurposeDeletion"](),
  },
  requiredPermissions: permissionName,
  requiresPasskeys: { required: () => m["history.passkeysRequired"](), optional: () => m["history.passkeysOptional"]() },
  researchCode: states,
  roles: (role) => roleName(role),
  schoolNumber: String,
  scope: scopeWords,
  source: { ONEROSTER: sourceTexts.ONEROSTER.name, FEIDE: sourceTexts.FEIDE.name },
  stage: {
    FULL: () => m["history.stageFull"](),
    SECOND_FACTOR: () => m["history.stageSecondFactor"](),
    ENROLMENT: () => m["history.stageEnrolment"](),
    PASSKEY: () => m["history.stagePasskey"](),
  },
  subjectType: { pairwise: () => m["openidClients.pairwise"](), public: () => m["openidClients.public"]() },
  words: nameWords,
};

/** Whether the value has words of its own under this name. */
export function hasWords(key: string, value: string): boolean {
  const known = Object.hasOwn(values, key) ? values[key] : undefined;
  return known !== undefined && (typeof known === "function" || Object.hasOwn(known, value));
}

/** Returns a value in words. What has no words stays as it was recorded. */
export function detailText(key: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return m["history.none"]();
  if (typeof value === "boolean") return value ? m["players.yes"]() : m["players.no"]();
  if (Array.isArray(value)) return listed(value.map((one) => detailText(key, one))) || m["history.none"]();
  if (isObject(value)) return describeMembers(key, value);
  if (typeof value !== "string") return JSON.stringify(value);
  const known = Object.hasOwn(values, key) ? values[key] : rightsTextOf;
  return typeof known === "object" ? wordIn(known, value) : (known?.(value) ?? value);
}

/** The members of `rights` and `userGroups` are named by ids, and those of other objects by details. */
function describeMembers(key: string, value: Record<string, unknown>): string {
  // An address is known by itself, without its kind.
  if (typeof value["url"] === "string") return value["url"];
  const members = Object.entries(value).map(([what, member]) =>
    m["history.nameAndValue"]({ what: detailName(what), value: detailText(Object.hasOwn(names, what) ? what : key, member) }),
  );
  return listed(members) || m["history.none"]();
}

function wordIn(words: Words, key: string): string {
  return Object.hasOwn(words, key) ? (words[key]?.() ?? key) : key;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
