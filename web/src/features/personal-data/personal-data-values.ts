/** The values of the readable export in words. An unknown word, of a newer server, is shown as it is. */
import type { PersonalRecord } from "@storyport/contract/personal-data";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { permissionName, roleName } from "#/features/accounts/role-words.ts";
import { groupTypeTexts } from "#/features/player-groups/group-type-texts.ts";
import { rightsTextOf } from "#/features/player-groups/rights-text.ts";
import { genderName } from "#/features/players/player-table.tsx";
import { letterName } from "#/features/users/letter-name.ts";
import { loginTypeNameOf, statusName } from "#/features/users/user-words.ts";
import { formatMomentIn } from "#/shell/dates.ts";
import { languageNames } from "#/shell/language.ts";
import { listed } from "#/shell/listed.ts";

const statuses: Record<AccountStatus, () => string> = {
  CREATED: () => statusName("CREATED"),
  ACTIVE: () => statusName("ACTIVE"),
  DEACTIVATED: () => statusName("DEACTIVATED"),
  DELETED: () => statusName("DELETED"),
};

/** A link and a request for a link have the name of their letter. A DELETION_CONFIRMATION belongs to a mailed DELETION link. */
const purposes = {
  ACTIVATION: () => letterName("activation"),
  RESET: () => letterName("reset"),
  DELETION: () => letterName("deletion"),
  DELETION_CONFIRMATION: () => letterName("deletion"),
  STOPPED: () => letterName("stopped"),
};

/** How a login in a game, or a transfer, ended. */
const ends = {
  REUSE: () => m["personalData.endReuse"](),
  CODE_REPLAY: () => m["personalData.endReuse"](),
  LOGOUT: () => m["personalData.endLogout"](),
  ACCOUNT: () => m["personalData.endAccount"](),
  PASSWORD: () => m["personalData.endPassword"](),
  CLIENT: () => m["personalData.endGame"](),
  LESSON: () => m["personalData.endLesson"](),
  ACCEPTED: () => m["personalData.endAccepted"](),
  DECLINED: () => m["personalData.endDeclined"](),
  WITHDRAWN: () => m["personalData.endWithdrawn"](),
  EXPIRED: () => m["personalData.endExpired"](),
};

// The history has other words for stages and scopes, because managers read it. These are for the person.
const stages = {
  FULL: () => m["personalData.stageFull"](),
  SECOND_FACTOR: () => m["personalData.stageSecondFactor"](),
  ENROLMENT: () => m["personalData.stageEnrolment"](),
  PASSKEY: () => m["personalData.stagePasskey"](),
};

const scopes = {
  USERGROUP: () => m["personalData.scopeUserGroup"](),
  PLAYERGROUP: () => m["personalData.scopePlayerGroup"](),
  PLAYER: () => m["personalData.scopePlayer"](),
};

const affiliations = { STAFF: () => m["personalData.affiliationStaff"](), STUDENT: () => m["personalData.affiliationStudent"]() };

type Words = Readonly<Record<string, () => string>>;

const wordIn =
  (words: Words) =>
  (value: string): string =>
    Object.hasOwn(words, value) ? (words[value]?.() ?? value) : value;

/** The fields whose values are codes. */
const valueWords: Readonly<Record<string, (value: string) => string>> = {
  affiliation: wordIn(affiliations),
  classType: wordIn(groupTypeTexts),
  language: (value) => Object.entries(languageNames).find(([tag]) => tag === value)?.[1] ?? value,
  letter: letterName,
  loginType: loginTypeNameOf,
  permission: permissionName,
  provider: loginTypeNameOf,
  purpose: wordIn(purposes),
  revokedBecause: wordIn(ends),
  rightsLevel: rightsTextOf,
  role: (value) => roleName(value),
  scope: wordIn(scopes),
  stage: wordIn(stages),
  status: wordIn(statuses),
};

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns a value in words, and a moment in the export's time zone, which is the portal's. */
export function valueText(field: string, value: PersonalRecord[string], timeZone: string): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? m["players.yes"]() : m["players.no"]();
  if (typeof value === "number") return field === "gender" ? genderName(value) : String(value);
  if (typeof value !== "string") return listed(value);
  if (field.endsWith("At") && moment.test(value)) return formatMomentIn(timeZone, value);
  return Object.hasOwn(valueWords, field) ? (valueWords[field]?.(value) ?? value) : value;
}
