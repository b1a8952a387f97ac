/** The words of the readable export. An unknown field, of a newer server, is shown by its key. */
import type { KeptSecret, PersonalEvent, PersonalRecord, PersonalSection } from "@storyport/contract/personal-data";
import { m } from "@storyport/texts/messages";
import { permissionName, roleName } from "#/features/accounts/role-words.ts";
import { rightsTextOf } from "#/features/player-groups/rights-text.ts";
import { loginTypeNameOf } from "#/features/users/user-words.ts";
import { formatMomentIn } from "#/shell/dates.ts";
import { listed } from "#/shell/listed.ts";

type Words = Readonly<Record<string, () => string>>;

export const sectionTexts: Record<PersonalSection, () => string> = {
  organizations: () => m["personalData.organizations"](),
  roles: () => m["personalData.roles"](),
  permissions: () => m["personalData.permissions"](),
  userGroups: () => m["personalData.userGroups"](),
  classRights: () => m["personalData.classRights"](),
  players: () => m["personalData.players"](),
  playerGroups: () => m["personalData.playerGroups"](),
  loginTypes: () => m["personalData.loginTypes"](),
  identities: () => m["personalData.identities"](),
  emailChanges: () => m["personalData.emailChanges"](),
  links: () => m["personalData.links"](),
  linkRequests: () => m["personalData.linkRequests"](),
  secondFactor: () => m["personalData.secondFactor"](),
  backupCodes: () => m["personalData.backupCodes"](),
  sessions: () => m["personalData.sessions"](),
  knownDevices: () => m["personalData.knownDevices"](),
  badges: () => m["personalData.badges"](),
  oneTimeCodes: () => m["personalData.oneTimeCodes"](),
  classImports: () => m["personalData.classImports"](),
  transfers: () => m["personalData.transfers"](),
  seats: () => m["personalData.seats"](),
  gameCodes: () => m["personalData.gameCodes"](),
  gameLogins: () => m["personalData.gameLogins"](),
  letters: () => m["personalData.letters"](),
};

export const secretTexts: Record<KeptSecret, () => string> = {
  password: () => m["personalData.secretPassword"](),
  badgeCodes: () => m["personalData.secretBadgeCodes"](),
  oneTimeCodes: () => m["personalData.secretOneTimeCodes"](),
  secondFactorSecret: () => m["personalData.secretSecondFactorSecret"](),
  backupCodes: () => m["personalData.secretBackupCodes"](),
  sessionSecrets: () => m["personalData.secretSessionSecrets"](),
  deviceSecrets: () => m["personalData.secretDeviceSecrets"](),
  linkSecrets: () => m["personalData.secretLinkSecrets"](),
  gameTokens: () => m["personalData.secretGameTokens"](),
  letterTexts: () => m["personalData.secretLetterTexts"](),
};

export const actorTexts: Record<PersonalEvent["by"], () => string> = {
  SELF: () => m["personalData.bySelf"](),
  SCHOOL: () => m["personalData.bySchool"](),
  PLATFORM: () => m["personalData.byPlatform"](),
  PORTAL: () => m["personalData.byPortal"](),
};

const fieldTexts: Words = {
  abandonedAt: () => m["personalData.fieldAbandonedAt"](),
  activatedAt: () => m["personalData.fieldActivatedAt"](),
  affiliation: () => m["personalData.fieldAffiliation"](),
  callbackUrl: () => m["personalData.fieldCallbackUrl"](),
  class: () => m["personalData.fieldClass"](),
  classType: () => m["personalData.fieldClassType"](),
  client: () => m["personalData.fieldClient"](),
  confirmedAt: () => m["personalData.fieldConfirmedAt"](),
  createdAt: () => m["personalData.fieldCreatedAt"](),
  deactivatedAt: () => m["personalData.fieldDeactivatedAt"](),
  deviceName: () => m["personalData.fieldDeviceName"](),
  email: () => m["personalData.fieldEmail"](),
  excludedFromAnalysis: () => m["personalData.fieldExcludedFromAnalysis"](),
  expiresAt: () => m["personalData.fieldExpiresAt"](),
  externalId: () => m["personalData.fieldExternalId"](),
  failedAttempts: () => m["personalData.fieldFailedAttempts"](),
  feideServices: () => m["personalData.fieldFeideServices"](),
  firstLoggedInAt: () => m["personalData.fieldFirstLoggedInAt"](),
  game: () => m["personalData.fieldGame"](),
  gender: () => m["personalData.fieldGender"](),
  givenAt: () => m["personalData.fieldGivenAt"](),
  hasPassword: () => m["personalData.fieldHasPassword"](),
  id: () => m["personalData.fieldId"](),
  inLesson: () => m["personalData.fieldInLesson"](),
  isPrimary: () => m["personalData.fieldIsPrimary"](),
  isShared: () => m["personalData.fieldIsShared"](),
  issuer: () => m["personalData.fieldIssuer"](),
  joinedAt: () => m["personalData.fieldJoinedAt"](),
  label: () => m["personalData.fieldLabel"](),
  language: () => m["personalData.fieldLanguage"](),
  lastRefusedAt: () => m["personalData.fieldLastRefusedAt"](),
  lastSeenAt: () => m["personalData.fieldLastSeenAt"](),
  lastUsedAt: () => m["personalData.fieldLastUsedAt"](),
  letter: () => m["personalData.fieldLetter"](),
  loginType: () => m["personalData.fieldLoginType"](),
  name: () => m["personalData.fieldName"](),
  network: () => m["personalData.fieldNetwork"](),
  organization: () => m["personalData.fieldOrganization"](),
  passCode: () => m["personalData.fieldPassCode"](),
  passwordExpired: () => m["personalData.fieldPasswordExpired"](),
  permission: () => m["personalData.fieldPermission"](),
  player: () => m["personalData.fieldPlayer"](),
  provider: () => m["personalData.fieldProvider"](),
  providerId: () => m["personalData.fieldProviderId"](),
  purpose: () => m["personalData.fieldPurpose"](),
  recipient: () => m["personalData.fieldRecipient"](),
  registeredAt: () => m["personalData.fieldRegisteredAt"](),
  replacedAt: () => m["personalData.fieldReplacedAt"](),
  researchCode: () => m["personalData.fieldResearchCode"](),
  revokedAt: () => m["personalData.fieldRevokedAt"](),
  revokedBecause: () => m["personalData.fieldRevokedBecause"](),
  rightsLevel: () => m["personalData.fieldRightsLevel"](),
  role: () => m["personalData.fieldRole"](),
  scope: () => m["personalData.fieldScope"](),
  sentAt: () => m["personalData.fieldSentAt"](),
  stage: () => m["personalData.fieldStage"](),
  status: () => m["personalData.fieldStatus"](),
  subject: () => m["personalData.fieldSubject"](),
  undoneAt: () => m["personalData.fieldUndoneAt"](),
  updatedAt: () => m["personalData.fieldUpdatedAt"](),
  usedAt: () => m["personalData.fieldUsedAt"](),
  voidedAt: () => m["personalData.fieldVoidedAt"](),
};

export function fieldText(field: string): string {
  return Object.hasOwn(fieldTexts, field) ? (fieldTexts[field]?.() ?? field) : field;
}

/** Values that have words of their own. */
const valueWords: Readonly<Record<string, (value: string) => string>> = {
  role: (value) => roleName(value),
  permission: permissionName,
  rightsLevel: rightsTextOf,
  loginType: loginTypeNameOf,
};

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

export function valueText(field: string, value: PersonalRecord[string], timeZone: string): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? m["players.yes"]() : m["players.no"]();
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return listed(value);
  if (field.endsWith("At") && moment.test(value)) return formatMomentIn(timeZone, value);
  return Object.hasOwn(valueWords, field) ? (valueWords[field]?.(value) ?? value) : value;
}
