/** An event's details in words: before and after, reason, way. */
import { m } from "@storyport/texts/messages";
import { permissionName, roleName } from "#/features/accounts/role-words.ts";
import { rightsTextOf } from "#/features/player-groups/rights-text.ts";
import { groupTypeNameOf } from "#/features/user-groups/user-group-words.ts";
import { loginTypeNameOf } from "#/features/users/user-words.ts";
import { listed } from "#/shell/listed.ts";
import { reasonText } from "./reason-texts.ts";

type Details = Readonly<Record<string, unknown>>;

/** Returns the details as lines with ids in them, and the rest as it was recorded. */
export function describeDetails(details: Details): { lines: string[]; rest: Details } {
  const lines: string[] = [];
  const rest: Record<string, unknown> = {};
  const { before, after, ...others } = details;
  const pairs: [string, { before: unknown; after: unknown }][] = [];
  if (before !== undefined || after !== undefined) pairs.push(...membersOf(before, after));
  for (const [key, value] of Object.entries(others)) {
    const line = describeOne(key, value);
    if (line !== undefined) lines.push(line);
    else if (isChange(value) && key in subjects) pairs.push([key, value]);
    else rest[key] = value;
  }
  return { lines: [...pairs.flatMap(([key, change]) => describeChange(key, change)), ...lines], rest };
}

const subjects: Readonly<Record<string, () => string>> = {
  roles: () => m["history.roles"](),
  permissions: () => m["users.permissions"](),
  rights: () => m["history.rights"](),
  level: () => m["history.level"](),
  loginTypes: () => m["history.loginTypes"](),
  userGroups: () => m["history.userGroups"](),
  gameIds: () => m["history.games"](),
  groupType: () => m["userGroups.type"](),
  name: () => m["history.name"](),
  requiresPasskeys: () => m["passkeys.title"](),
};

/** `before` and `after` of one rights level, or of each member of an object. */
function membersOf(before: unknown, after: unknown): [string, { before: unknown; after: unknown }][] {
  if (!isObject(before) && !isObject(after)) return [["level", { before, after }]];
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) => [key, { before: was[key], after: is[key] }]);
}

function describeChange(key: string, { before, after }: { before: unknown; after: unknown }): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const word = words[key] ?? rightsTextOf;
  return [m["history.changed"]({ what: subjects[key]?.() ?? key, before: describeValue(before, word), after: describeValue(after, word) })];
}

function describeOne(key: string, value: unknown): string | undefined {
  const lineOf = (what: string, text: string) => m["history.nameAndValue"]({ what, value: text });
  if (typeof value === "string" && key === "reason") return lineOf(m["history.reason"](), reasonText(value));
  if (typeof value === "string" && (key === "loginType" || key === "provider"))
    return lineOf(m["history.loginType"](), loginTypeNameOf(value));
  if (typeof value === "number" && key === "minutes") return lineOf(m["history.minutes"](), String(value));
  if (typeof value === "string" && key === "by" && Object.hasOwn(means, value))
    return lineOf(m["history.means"](), means[value]?.() ?? value);
  if (typeof value === "string" && key === "stage" && Object.hasOwn(stages, value))
    return lineOf(m["history.stage"](), stages[value]?.() ?? value);
  if (typeof value === "string" && key === "rightsType") return lineOf(m["history.level"](), rightsTextOf(value));
  // Values given at creation; a change has a `before` as well.
  const subject = subjects[key];
  if (subject !== undefined && isObject(value) && !isChange(value))
    return lineOf(subject(), describeValue(value, words[key] ?? rightsTextOf));
  if (subject !== undefined && Array.isArray(value)) return lineOf(subject(), describeValue(value, words[key] ?? String));
  const thing = things[key];
  return typeof value === "string" && thing !== undefined ? lineOf(thing(), value) : undefined;
}

/** By what a login succeeded, or an email address was decided on. */
const means: Readonly<Record<string, () => string>> = {
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
};

/** The stages of a login. */
const stages: Readonly<Record<string, () => string>> = {
  FULL: () => m["history.stageFull"](),
  SECOND_FACTOR: () => m["history.stageSecondFactor"](),
  ENROLMENT: () => m["history.stageEnrolment"](),
  PASSKEY: () => m["history.stagePasskey"](),
};

/** Things that are named by their id. */
const things: Readonly<Record<string, () => string>> = {
  userGroupId: () => m["history.userGroup"](),
  playerGroupId: () => m["history.playerGroup"](),
  organizationId: () => m["history.organization"](),
  holder: () => m["history.holder"](),
  deviceName: () => m["history.device"](),
};

const describeRole = (key: string) => roleName(key);

/** Translators for single words, by subject; any other word may be a rights level. */
const words: Readonly<Record<string, (word: string) => string>> = {
  roles: describeRole,
  permissions: permissionName,
  loginTypes: loginTypeNameOf,
  groupType: groupTypeNameOf,
  name: String,
  requiresPasskeys: (word) => (word === "required" ? m["history.passkeysRequired"]() : m["history.passkeysOptional"]()),
};

function describeValue(value: unknown, word: (word: string) => string): string {
  if (value === undefined || value === null || value === "") return m["history.none"]();
  if (Array.isArray(value)) return listed(value.map((one) => describeValue(one, word))) || m["history.none"]();
  if (isObject(value)) {
    const members = Object.entries(value).map(([what, member]) => m["history.nameAndValue"]({ what, value: describeValue(member, word) }));
    return listed(members) || m["history.none"]();
  }
  return typeof value === "string" ? word(value) : JSON.stringify(value);
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return isObject(value) && "before" in value && "after" in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
