// oxlint-disable eslint/max-lines -- One table: every event of the history has its row.
/**
 * Every event name has an action here that writes it, with actor, target and organization. A name without an action fails,
 * because an untested event could disappear unnoticed.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setDisplayName, setLanguage } from "@storyport/contract/accounts";
import { auditDetails, exportAuditEvents } from "@storyport/contract/audit";
import { answerOwnEmailProposal } from "@storyport/contract/email-changes";
import { keepMissingStudents } from "@storyport/contract/missing-students";
import { disconnectRoster, discardRoster, undoRoster } from "@storyport/contract/rosters";
import { importClass, undoClassImport } from "@storyport/contract/class-imports";
import { moveStudents } from "@storyport/contract/class-moves";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { shareConformanceRun, startConformanceRun } from "@storyport/contract/conformance";
import { setGameRight } from "@storyport/contract/game-rights";
import { createGame, editGame, restoreGame, retireGame } from "@storyport/contract/games";
import { ringBell } from "@storyport/contract/lessons";
import { confirmLogin } from "@storyport/contract/confirmations";
import { logInWithPassword, logOut } from "@storyport/contract/login";
import { createOrganization, editOrganization, removeOrganizationMember, shareNames } from "@storyport/contract/organizations";
import { setPassword } from "@storyport/contract/passwords";
import { exportOwnData } from "@storyport/contract/personal-data";
import { listOwnPasskeys, removePasskey, renamePasskey } from "@storyport/contract/passkeys";
import { createPlayerGroup, editPlayerGroup, setPlayerGroupRight } from "@storyport/contract/player-groups";
import { createStudent, editPlayer, exportPlayers } from "@storyport/contract/players";
import { issueBadges, issueOneTimeCodes, reprintBadges, voidBadges, voidOneTimeCodes } from "@storyport/contract/qr-login";
import { listDevices, refuseDevice, removeDevice, renameDevice } from "@storyport/contract/seats";
import { confirmSecondFactor, removeSecondFactor, renewBackupCodes, verifySecondFactor } from "@storyport/contract/second-factor";
import { endOtherSessions, endOwnSession, listOwnSessions } from "@storyport/contract/sessions";
import { beginSupportView, endSupportView } from "@storyport/contract/support-views";
import { acceptTransfer, declineTransfer, openTransfer, withdrawTransfer } from "@storyport/contract/transfers";
import { narrowScope, revokeToken } from "@storyport/contract/tokens";
import { addGroupMembers, createUserGroup, editUserGroup, removeGroupMember, setGroupMember } from "@storyport/contract/user-groups";
import {
  activateUser,
  cancelEmailProposal,
  createUser,
  deactivateUser,
  deleteUserByAdmin,
  exportUsers,
  getUser,
  reactivateUser,
  resetUserPasskeys,
} from "@storyport/contract/users";
import { switchOff, switchOn } from "#/admin/maintenance.ts";
import { reseal } from "#/admin/reseal.ts";
import { endAllLogins } from "#/features/accounts/end-all-logins.ts";
import { closeMonths } from "#/features/audit/close-months.ts";
import { dropMonth, findOldMonths } from "#/features/audit/drop-months.ts";
import type { AuditEventName } from "#/features/audit/record-event.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { createAdministrator } from "#/features/users/create-administrator.ts";
import { beginFactor, setUpFactor } from "./authenticator.ts";
import type { Answer, Browser, CallParts } from "./browser.ts";
import { aGame, aPassword, aSession, aTeacher, anAccount, anIdentity, anOrganization, logIn } from "./builders.ts";
import type { TestAccount } from "./builders.ts";
import { aConnectedTeacher, aPerson, buildFederatedPortal, connectAt } from "./federated-login.ts";
import type { FederatedPortal } from "./federated-login.ts";
import { aLesson } from "./lessons.ts";
import type { TestLesson } from "./lessons.ts";
import { askForDeletion, askForReset } from "./mailed-links.ts";
import { aPkcePair, askHandOver, handOver, postForm, postJson, postToken, redemptionOf, refresh, tokensFor } from "./oauth-client.ts";
import { logInBy, setUpPasskey } from "./passkey-device.ts";
import { makePastMonths } from "./past-months.ts";
import { aClass } from "./school-class.ts";
import { anOffice, applied, checked, listed, overview } from "./rosters.ts";
import type { RosterOffice } from "./rosters.ts";
import { aKnownDevice, anAdoptedDevice } from "./seats.ts";
import { aManagedSchool, aUserGroup } from "./user-groups.ts";
import { anAdminDesk, editAsItIs } from "./users.ts";

const secretKey = randomBytes(32);
let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal({ SECRET_KEY: secretKey.toString("base64") });
});
afterAll(() => portal.close());

/** Actor, target and organization; null if there is none. */
interface Written {
  actor: string | null;
  target: string | null;
  organization: string | null;
}

const newPassword = "Quiet-Harbour-52";

async function done(browser: Browser, endpoint: Endpoint, parts: CallParts = {}): Promise<Answer> {
  const answer = await browser.call(endpoint, parts);
  expect(answer.status, `${endpoint.name}: ${answer.text}`).toBeLessThan(300);
  return answer;
}

const idIn = ({ body }: Answer): string => String(Reflect.get(Object(body), "id"));
const bySelf = ({ id }: TestAccount): Written => ({ actor: id, target: id, organization: null });
const byNobody = ({ id }: TestAccount): Written => ({ actor: null, target: id, organization: null });

async function aLogin(): Promise<{ account: TestAccount; browser: Browser }> {
  const { account, organization } = await aTeacher(portal);
  return { account, browser: await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id }) };
}

/** A school that lets a tool read names. */
async function aSharedTool() {
  const game = await aGame(portal, { subjectType: "public" });
  const organization = await anOrganization(portal, { games: [game] });
  const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  const office = await aSession(portal, manager, { loginType: "PASSWORD" });
  const params = { organizationId: organization.id };
  await done(office, shareNames, { params, body: { gameId: game.id, words: ["profile"], seen: [] } });
  return { office, params, game, written: { actor: manager.id, target: organization.id, organization: organization.id } };
}

/** A school's manager, and a member as the target of actions. */
async function aSchoolWithMember(status: "ACTIVE" | "CREATED" | "DEACTIVATED" = "ACTIVE") {
  const { organization, manager, office } = await aManagedSchool(portal);
  const member = await anAccount(portal, { status, memberships: [{ organization, roles: ["teacher"] }] });
  return { organization, manager, office, member, written: { actor: manager.id, target: member.id, organization: organization.id } };
}

const toMember =
  (endpoint: Endpoint, status: "ACTIVE" | "CREATED" | "DEACTIVATED" = "ACTIVE", body?: object) =>
  async (): Promise<Written> => {
    const { office, member, written } = await aSchoolWithMember(status);
    await done(office, endpoint, { params: { userId: member.id }, ...(body === undefined ? {} : { body }) });
    return written;
  };

/** A user group of a managed school, with the school's member in it or without. */
async function aGroupWith(members: "a member" | "nobody") {
  const school = await aSchoolWithMember();
  const group = await aUserGroup(portal, {
    organization: school.organization,
    members: members === "a member" ? [{ account: school.member }] : [],
  });
  return { ...school, group, about: { actor: school.manager.id, target: group.id, organization: school.organization.id } };
}

const editingGroup = (change: object, before?: object) => async (): Promise<Written> => {
  const { office, group, about } = await aGroupWith("nobody");
  const params = { userGroupId: group.id };
  if (before !== undefined) await done(office, editUserGroup, { params, body: { version: 1, ...before } });
  await done(office, editUserGroup, { params, body: { version: before === undefined ? 1 : 2, ...change } });
  return about;
};

const editingClass = (change: object, before?: object) => async (): Promise<Written> => {
  const { desk, group, teacher, organization } = await aClass(portal);
  const params = { playerGroupId: group.id };
  if (before !== undefined) await done(desk, editPlayerGroup, { params, body: { version: 1, ...before } });
  await done(desk, editPlayerGroup, { params, body: { version: before === undefined ? 1 : 2, ...change } });
  return { actor: teacher.id, target: group.id, organization: organization.id };
};

/** A teacher's action on the badges and codes of one student. */
const toStudent =
  (...calls: readonly Endpoint[]) =>
  async (): Promise<Written> => {
    const { desk, group, teacher, organization, students } = await aClass(portal, { students: ["Nora"] });
    const student = students[0]?.id ?? "";
    const request = { params: { playerGroupId: group.id }, body: { studentUserId: student } };
    for (const endpoint of calls) await done(desk, endpoint, request);
    return { actor: teacher.id, target: student, organization: organization.id };
  };

async function aPlayingTeacher() {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return { account, organization, game, browser, written: { actor: account.id, target: account.id, organization: organization.id } };
}

const rosterEvent = ({ head, organization }: RosterOffice) => ({ actor: head.id, target: organization.id, organization: organization.id });

const toClass = ({ teacher, group, organization }: TestLesson): Written => ({
  actor: teacher.id,
  target: group.id,
  organization: organization.id,
});

/** A device of the school, for the calls of its class. */
async function aDeviceOf(school: TestLesson) {
  await anAdoptedDevice(portal, school);
  const answer = await done(school.desk, listDevices, { params: { playerGroupId: school.group.id } });
  const [known] = listDevices.response.parse(answer.body).devices;
  return { params: { playerGroupId: school.group.id, deviceId: known?.id ?? "" } };
}

/** The school proposes another address to a member who has logged in. The member answers in the profile. */
async function aProposedAddress() {
  const school = await aSchoolWithMember();
  const browser = await logIn(portal.browser(), school.member);
  const body = { email: `other-${school.member.id.slice(0, 8)}@school.example` };
  const { status } = await editAsItIs(portal, { desk: school.office, userId: school.member.id, body });
  expect(status).toBe(200);
  return { ...school, browser, email: body.email, byOwner: { ...school.written, actor: school.member.id } };
}

const answeringAddress = (answer: "confirm" | "refuse") => async (): Promise<Written> => {
  const { browser, email, byOwner } = await aProposedAddress();
  await done(browser, answerOwnEmailProposal, { body: { answer, email } });
  return byOwner;
};

/** An administrator who sees the portal as a teacher. */
async function aSupportView() {
  const { account, organization } = await aTeacher(portal);
  const { desk, admin } = await anAdminDesk(portal);
  await done(desk, beginSupportView, { params: { userId: account.id }, body: { reason: "A test of the history." } });
  return { desk, admin, account, organization };
}

/** Imports a list of one student into a class. */
async function anImport() {
  const { desk, group, teacher, organization } = await aClass(portal, { students: [] });
  const row = { name: "Nora", decision: "add", verdict: "new", judgedGroupId: group.id };
  const importId = crypto.randomUUID();
  await done(desk, importClass, { body: { id: importId, playerGroupId: group.id, rows: [row] } });
  return { desk, importId, written: { actor: teacher.id, target: group.id, organization: organization.id } };
}

/** The only student of a class moves to a new class. */
async function aMove() {
  const { desk, group, teacher, organization, students } = await aClass(portal, { students: ["Nora"] });
  const student = students[0]?.id ?? "";
  const body = { studentUserIds: [student], target: { name: "3A" } };
  await done(desk, moveStudents, { params: { playerGroupId: group.id }, body });
  return { group, student, about: { actor: teacher.id, organization: organization.id } };
}

/** A school offers a student to another school. */
async function aTransfer() {
  const [from, to] = [await aClass(portal, { students: ["Nora"] }), await aClass(portal, { students: [] })];
  const student = from.students[0]?.id ?? "";
  const opened = await done(from.desk, openTransfer, { params: { playerGroupId: from.group.id }, body: { studentUserId: student } });
  const { id: transferId, link } = openTransfer.response.parse(opened.body);
  const bySender = { actor: from.teacher.id, target: student, organization: from.organization.id };
  return { from, to, transferId, token: link.split("/").at(-1) ?? "", bySender, byReceiver: { ...bySender, actor: to.teacher.id } };
}

const actions: Partial<Record<AuditEventName, () => Promise<Written>>> = {
  login_succeeded: async () => {
    const { account, organization } = await aTeacher(portal);
    await logIn(portal.browser(), account);
    return { actor: account.id, target: account.id, organization: organization.id };
  },
  login_failed: async () => {
    const account = await anAccount(portal);
    await portal.browser().call(logInWithPassword, { body: { email: account.email, password: newPassword, deviceName: "a test" } });
    return byNobody(account);
  },
  login_refused: async () => {
    const account = await anAccount(portal, { status: "DEACTIVATED" });
    await portal.browser().call(logInWithPassword, { body: { email: account.email, password: aPassword, deviceName: "a test" } });
    return byNobody(account);
  },
  logins_stopped: async () => {
    const account = await anAccount(portal);
    const guess = () =>
      portal.browser().call(logInWithPassword, { body: { email: account.email, password: newPassword, deviceName: "a test" } });
    await guess();
    const key = throttleKey("password-account", account.email);
    await portal.context.database.updateTable("throttles").set({ failures: 99 }).where("key", "=", key).execute();
    await guess();
    return byNobody(account);
  },
  access_refused: async () => {
    const { account, browser } = await aLogin();
    await browser.call(exportAuditEvents, { query: {} });
    return { actor: account.id, target: null, organization: null };
  },
  login_confirmed: async () => {
    const { account, browser } = await aLogin();
    await done(browser, confirmLogin, { body: { password: aPassword } });
    return bySelf(account);
  },
  logged_out: async () => {
    const { account, browser } = await aLogin();
    await done(browser, logOut, { headers: { "content-type": "text/plain" } });
    return bySelf(account);
  },
  session_ended: async () => {
    const { account, browser } = await aLogin();
    await aSession(portal, account, { loginType: "PASSWORD" });
    const sessions = listOwnSessions.response.parse((await done(browser, listOwnSessions)).body);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    await done(browser, endOwnSession, { params: { sessionId: other?.id } });
    return bySelf(account);
  },
  sessions_ended: async () => {
    const { account, browser } = await aLogin();
    await aSession(portal, account, { loginType: "PASSWORD" });
    await done(browser, endOtherSessions, { body: {} });
    return bySelf(account);
  },
  second_factor_added: async () => {
    const { account, browser } = await aLogin();
    const app = await beginFactor(portal, browser);
    await done(browser, confirmSecondFactor, { body: { code: await app.code() } });
    return bySelf(account);
  },
  second_factor_passed: async () => {
    const { account, browser, written } = await aPlayingTeacher();
    const app = await setUpFactor(portal, browser);
    const next = await logIn(portal.browser(), account);
    await done(next, verifySecondFactor, { body: { code: await app.code() } });
    return written;
  },
  second_factor_failed: async () => {
    const { account, browser } = await aPlayingTeacher();
    await setUpFactor(portal, browser);
    const next = await logIn(portal.browser(), account);
    await next.call(verifySecondFactor, { body: { code: "ABCDEF-ABCDE" } });
    return bySelf(account);
  },
  second_factor_removed: async () => {
    const { account, browser } = await aLogin();
    const app = await setUpFactor(portal, browser);
    await done(browser, removeSecondFactor, { body: { code: await app.code() } });
    return bySelf(account);
  },
  passkey_added: async () => {
    const { account, browser } = await aLogin();
    await setUpPasskey(browser);
    return bySelf(account);
  },
  passkey_removed: async () => {
    const { account, browser } = await aLogin();
    await setUpPasskey(browser);
    const [own] = listOwnPasskeys.response.parse((await done(browser, listOwnPasskeys)).body);
    await done(browser, removePasskey, { params: { passkeyId: own?.id } });
    return bySelf(account);
  },
  passkey_copied: async () => {
    const { account, browser } = await aLogin();
    const passkey = await setUpPasskey(browser);
    const copy = { ...passkey };
    await logInBy(portal.browser(), passkey);
    await logInBy(portal.browser(), copy);
    return byNobody(account);
  },
  passkeys_reset: async () => {
    const { account, browser } = await aLogin();
    await setUpPasskey(browser);
    const { admin, desk } = await anAdminDesk(portal);
    await done(desk, resetUserPasskeys, { params: { userId: account.id }, body: {} });
    return { actor: admin.id, target: account.id, organization: null };
  },
  backup_codes_renewed: async () => {
    const { account, browser } = await aLogin();
    const app = await setUpFactor(portal, browser);
    await done(browser, renewBackupCodes, { body: { code: await app.code() } });
    return bySelf(account);
  },
  identity_connected: async () => {
    const { account, browser } = await aLogin();
    await connectAt(portal.identities, browser, { provider: "GOOGLE", person: aPerson() });
    return bySelf(account);
  },
  identity_disconnected: async () => {
    const { account } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const { identities } = listOwnIdentities.response.parse((await done(browser, listOwnIdentities)).body);
    await done(browser, disconnectIdentity, { params: { identityId: identities[0]?.id } });
    return bySelf(account);
  },
  display_name_set: async () => {
    const { account, browser } = await aPlayingTeacher();
    await done(browser, setDisplayName, { body: { displayName: "Kari Nordmann" } });
    return bySelf(account);
  },
  reset_link_sent: async () => {
    const account = await anAccount(portal);
    await askForReset(portal, account.email);
    return byNobody(account);
  },
  activation_link_sent: async () => {
    const account = await anAccount(portal, { status: "CREATED", password: null });
    await askForReset(portal, account.email);
    return byNobody(account);
  },
  other_ways_sent: async () => {
    const account = await anAccount(portal, { password: null, loginTypes: ["FEIDE"] });
    await anIdentity(portal, { accountId: account.id, provider: "FEIDE" });
    await askForReset(portal, account.email);
    return byNobody(account);
  },
  deletion_link_sent: async () => {
    const account = await anAccount(portal);
    await askForDeletion(portal, account.email);
    return byNobody(account);
  },
  link_mismatched: async () => {
    const account = await anAccount(portal);
    const other = await anAccount(portal);
    const token = await askForReset(portal, account.email);
    await portal.browser().call(setPassword, { body: { email: other.email, password: newPassword, token } });
    return byNobody(account);
  },
  password_set: async () => {
    const account = await anAccount(portal);
    const token = await askForReset(portal, account.email);
    await done(portal.browser(), setPassword, { body: { email: account.email, password: newPassword, token } });
    return bySelf(account);
  },
  account_deleted: async () => {
    const { desk, admin } = await anAdminDesk(portal);
    const account = await anAccount(portal);
    await done(desk, deleteUserByAdmin, { params: { userId: account.id } });
    return { actor: admin.id, target: account.id, organization: null };
  },
  account_viewed: toMember(getUser),
  account_created: async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const body = {
      email: `${crypto.randomUUID()}@school.example`,
      loginType: "PASSWORD",
      roles: ["teacher"],
      organizationId: organization.id,
    };
    return { actor: manager.id, target: idIn(await done(office, createUser, { body })), organization: organization.id };
  },
  administrator_created: async () => {
    // Only npm run admin does it; no call does.
    const email = `${crypto.randomUUID()}@school.example`;
    await createAdministrator(portal.context, email);
    const made = portal.context.database.selectFrom("accounts").select("id").where("email", "=", email);
    return { actor: null, target: (await made.executeTakeFirstOrThrow()).id, organization: null };
  },
  account_edited: async () => {
    const { office, member, written } = await aSchoolWithMember();
    expect((await editAsItIs(portal, { desk: office, userId: member.id, body: { displayName: "Ola Nordmann" } })).status).toBe(200);
    return written;
  },
  permissions_set: async () => {
    const { office, organization, member, written } = await aSchoolWithMember();
    const body = { organizationId: organization.id, permissions: ["manage_players"] };
    const answer = await editAsItIs(portal, { desk: office, userId: member.id, body });
    expect(answer.status, answer.text).toBe(200);
    return written;
  },
  account_activated: toMember(activateUser, "CREATED", {}),
  account_deactivated: toMember(deactivateUser, "ACTIVE", {}),
  account_reactivated: toMember(reactivateUser, "DEACTIVATED", {}),
  accounts_exported: async () => {
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, exportUsers, { query: { query: "kari" } });
    return { actor: admin.id, target: null, organization: null };
  },
  personal_data_exported: async () => {
    const { account, browser } = await aLogin();
    await done(browser, exportOwnData, { query: {} });
    return bySelf(account);
  },
  players_exported: async () => {
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, exportPlayers, { query: { query: "nora" } });
    return { actor: admin.id, target: null, organization: null };
  },
  history_exported: async () => {
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, exportAuditEvents, { query: {} });
    return { actor: admin.id, target: null, organization: null };
  },
  student_created: async () => {
    const { desk, group, teacher, organization } = await aClass(portal);
    await done(desk, createStudent, { body: { studentName: "Ingrid", groupId: group.id } });
    const { database } = portal.context;
    const made = await database.selectFrom("accounts").select("id").orderBy("created_at", "desc").limit(1).executeTakeFirstOrThrow();
    return { actor: teacher.id, target: made.id, organization: organization.id };
  },
  player_group_created: async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const answer = await done(office, createPlayerGroup, { body: { name: "3C", organizationId: organization.id } });
    return { actor: manager.id, target: idIn(answer), organization: organization.id };
  },
  player_group_edited: editingClass({ name: "3D" }),
  player_group_archived: editingClass({ archived: true }),
  player_group_restored: editingClass({ archived: false }, { archived: true }),
  player_group_right_set: async () => {
    const { desk, group, teacher, organization } = await aClass(portal);
    const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    await done(desk, setPlayerGroupRight, { params: { playerGroupId: group.id }, body: { email: colleague.email, rightsType: "READ" } });
    return { actor: teacher.id, target: group.id, organization: organization.id };
  },
  player_edited: async () => {
    const { desk, teacher, organization, group } = await aClass(portal);
    const { database } = portal.context;
    const inGroup = database.selectFrom("player_group_players").select("player_id").where("player_group_id", "=", group.id);
    const { player_id: playerId } = await inGroup.limit(1).executeTakeFirstOrThrow();
    await done(desk, editPlayer, { params: { playerId }, body: { version: 1, excludedFromAnalysis: true } });
    return { actor: teacher.id, target: playerId, organization: organization.id };
  },
  class_imported: async () => (await anImport()).written,
  class_import_undone: async () => {
    const { desk, importId, written } = await anImport();
    await done(desk, undoClassImport, { params: { importId }, body: {} });
    return written;
  },
  roster_connected: async () => rosterEvent(await anOffice(portal)),
  roster_disconnected: async () => {
    const office = await anOffice(portal);
    await done(office.desk, disconnectRoster, { body: { organizationId: office.organization.id } });
    return rosterEvent(office);
  },
  roster_checked: async () => {
    const office = await anOffice(portal);
    await checked(office, [listed("c1", "2A", ["s1 Nora"])]);
    return rosterEvent(office);
  },
  roster_stopped: async () => {
    const office = await anOffice(portal);
    // A class of five stops the run if it loses more than one (`limits.rosters`).
    const students = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];
    await applied(office, [listed("c1", "2A", students)]);
    await checked(office, [listed("c1", "2A", [])]);
    return rosterEvent(office);
  },
  roster_applied: async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    return rosterEvent(office);
  },
  roster_discarded: async () => {
    const office = await anOffice(portal);
    const runId = await checked(office, [listed("c1", "2A", ["s1 Nora"])]);
    await done(office.desk, discardRoster, { params: { runId }, body: {} });
    return rosterEvent(office);
  },
  roster_undone: async () => {
    const office = await anOffice(portal);
    const runId = await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    await done(office.desk, undoRoster, { params: { runId }, body: {} });
    return rosterEvent(office);
  },
  roster_student_kept: async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora", "s2 Emil"])]);
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    const playerId = (await overview(office)).missing[0]?.playerId ?? "";
    await done(office.desk, keepMissingStudents, { body: { organizationId: office.organization.id, playerIds: [playerId] } });
    return { ...rosterEvent(office), target: playerId };
  },
  badge_issued: toStudent(issueBadges),
  badge_reprinted: toStudent(issueBadges, reprintBadges),
  lesson_started: async () => {
    const { teacher, group, organization } = await aLesson(portal);
    return { actor: teacher.id, target: group.id, organization: organization.id };
  },
  lesson_ended: async () => {
    const { teacher, group, organization, desk, lesson } = await aLesson(portal);
    await done(desk, ringBell, { params: { lessonId: lesson.id }, body: {} });
    return { actor: teacher.id, target: group.id, organization: organization.id };
  },
  device_adopted: async () => {
    const school = await aLesson(portal);
    await anAdoptedDevice(portal, school);
    return toClass(school);
  },
  device_renamed: async () => {
    const school = await aLesson(portal);
    const { params } = await aDeviceOf(school);
    await done(school.desk, renameDevice, { params, body: { version: 1, name: "TV" } });
    return toClass(school);
  },
  device_removed: async () => {
    const school = await aLesson(portal);
    await done(school.desk, removeDevice, await aDeviceOf(school));
    return toClass(school);
  },
  child_seated: async () => {
    const school = await aLesson(portal);
    await aKnownDevice(portal, school);
    return { ...toClass(school), target: school.students[0]?.id ?? "" };
  },
  seat_refused: async () => {
    const school = await aLesson(portal);
    const { waitingId } = await anAdoptedDevice(portal, school);
    await done(school.desk, refuseDevice, { params: { lessonId: school.lesson.id, waitingDeviceId: waitingId } });
    return toClass(school);
  },
  support_view_began: async () => {
    const { admin, account, organization } = await aSupportView();
    return { actor: admin.id, target: account.id, organization: organization.id };
  },
  support_view_ended: async () => {
    const { admin, account, organization, desk } = await aSupportView();
    await done(desk, endSupportView, { body: {} });
    return { actor: admin.id, target: account.id, organization: organization.id };
  },
  badge_voided: toStudent(issueBadges, voidBadges),
  one_time_code_issued: toStudent(issueOneTimeCodes),
  one_time_code_voided: toStudent(issueOneTimeCodes, voidOneTimeCodes),
  organization_created: async () => {
    const { desk, admin } = await anAdminDesk(portal);
    const key = `School${crypto.randomUUID().slice(0, 8)}`;
    const id = idIn(await done(desk, createOrganization, { body: { key, description: "A new school" } }));
    return { actor: admin.id, target: id, organization: id };
  },
  organization_edited: async () => {
    const { organization } = await aManagedSchool(portal);
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, editOrganization, { params: { organizationId: organization.id }, body: { version: 1, description: "Another" } });
    return { actor: admin.id, target: organization.id, organization: organization.id };
  },
  name_sharing_set: async () => (await aSharedTool()).written,
  name_sharing_ended: async () => {
    const { office, params, game, written } = await aSharedTool();
    await done(office, shareNames, { params, body: { gameId: game.id, words: [], seen: ["profile"] } });
    return written;
  },
  user_group_created: async () => {
    const { organization } = await aManagedSchool(portal);
    const { desk, admin } = await anAdminDesk(portal);
    const answer = await done(desk, createUserGroup, { body: { groupName: "Readers", organizationId: organization.id } });
    return { actor: admin.id, target: idIn(answer), organization: organization.id };
  },
  user_group_edited: editingGroup({ groupName: "Writers" }),
  user_group_archived: editingGroup({ archived: true }),
  user_group_restored: editingGroup({ archived: false }, { archived: true }),
  member_added: async () => {
    const { office, group, member, written } = await aGroupWith("nobody");
    await done(office, addGroupMembers, { params: { userGroupId: group.id }, body: { lines: member.email } });
    return written;
  },
  member_changed: async () => {
    const { office, group, member, written } = await aGroupWith("a member");
    await done(office, setGroupMember, { params: { userGroupId: group.id, userId: member.id }, body: { rightsType: "OWNER" } });
    return written;
  },
  member_removed: async () => {
    const { office, group, member, written } = await aGroupWith("a member");
    await done(office, removeGroupMember, { params: { userGroupId: group.id, userId: member.id } });
    return written;
  },
  membership_asked: async () => {
    const { office, manager, group } = await aGroupWith("nobody");
    const { account: elsewhere } = await aTeacher(portal);
    await done(office, addGroupMembers, { params: { userGroupId: group.id }, body: { lines: elsewhere.email } });
    return { actor: manager.id, target: elsewhere.id, organization: null };
  },
  membership_ended: async () => {
    const { office, organization, member, written } = await aSchoolWithMember();
    await done(office, removeOrganizationMember, { params: { organizationId: organization.id, userId: member.id } });
    return written;
  },
  game_edited: async () => {
    const { game } = await aTeacher(portal);
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, editGame, { params: { gameId: game.id }, body: { version: 1, isPublic: false } });
    return { actor: admin.id, target: null, organization: null };
  },
  game_right_set: async () => {
    const { account, game } = await aTeacher(portal);
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, setGameRight, { params: { gameId: game.id }, body: { email: account.email, rightsType: "READ" } });
    return { actor: admin.id, target: account.id, organization: null };
  },
  conformance_run_started: async () => {
    const { game } = await aTeacher(portal);
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, startConformanceRun, { params: { gameId: game.id }, body: {} });
    return { actor: admin.id, target: null, organization: null };
  },
  conformance_report_shared: async () => {
    const { game } = await aTeacher(portal);
    const { desk, admin } = await anAdminDesk(portal);
    const { body } = await done(desk, startConformanceRun, { params: { gameId: game.id }, body: {} });
    const { runId } = startConformanceRun.response.parse(body);
    await done(desk, shareConformanceRun, { params: { runId }, body: {} });
    return { actor: admin.id, target: null, organization: null };
  },
  game_created: async () => {
    const { desk, admin } = await anAdminDesk(portal);
    const { body } = createGame.example;
    await done(desk, createGame, { body: { ...body, gameKey: `game-${crypto.randomUUID().slice(0, 8)}` } });
    return { actor: admin.id, target: null, organization: null };
  },
  game_retired: async () => {
    const { game } = await aTeacher(portal);
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, retireGame, { params: { gameId: game.id }, body: { version: 1 } });
    return { actor: admin.id, target: null, organization: null };
  },
  secret_key_changed: async () => {
    const next = randomBytes(32);
    await reseal(portal.context.database, [next, secretKey], () => undefined);
    // And back, because the portal has its first key alone.
    await reseal(portal.context.database, [secretKey, next], () => undefined);
    return { actor: null, target: null, organization: null };
  },
  history_month_closed: async () => {
    await closeMonths(portal.context);
    return { actor: null, target: null, organization: null };
  },
  history_dropped: async () => {
    const { database } = portal.context;
    // The months of the past come without digests, so the later months must not have one.
    await database.deleteFrom("history_months").execute();
    await makePastMonths(database, 40);
    await closeMonths(portal.context);
    const [oldest] = await findOldMonths(database, { years: 3, before: undefined });
    if (oldest === undefined) throw new Error("No month is old.");
    await dropMonth(database, oldest);
    return { actor: null, target: null, organization: null };
  },
  all_logins_ended: async () => {
    await endAllLogins(portal.context.database);
    return { actor: null, target: null, organization: null };
  },
  maintenance_began: async () => {
    await switchOn(portal.context.database, 30);
    await switchOff(portal.context.database);
    return { actor: null, target: null, organization: null };
  },
  maintenance_ended: async () => {
    await switchOn(portal.context.database, 30);
    await switchOff(portal.context.database);
    return { actor: null, target: null, organization: null };
  },
  game_restored: async () => {
    const { game } = await aTeacher(portal);
    const { desk, admin } = await anAdminDesk(portal);
    await done(desk, retireGame, { params: { gameId: game.id }, body: { version: 1 } });
    await done(desk, restoreGame, { params: { gameId: game.id }, body: { version: 2 } });
    return { actor: admin.id, target: null, organization: null };
  },
  game_code_issued: async () => {
    const { browser, game, written } = await aPlayingTeacher();
    await handOver(browser, game);
    return written;
  },
  game_login_refused: async () => {
    const { browser, game, written } = await aPlayingTeacher();
    await askHandOver(browser, game, { query: { deeplink: "https://elsewhere.example/" } });
    return written;
  },
  game_code_refused: async () => {
    const { account, organization, browser, game } = await aPlayingTeacher();
    await postToken(portal, redemptionOf(await handOver(browser, game), { code_verifier: aPkcePair().verifier }));
    return { actor: null, target: account.id, organization: organization.id };
  },
  game_code_replayed: async () => {
    const { browser, game, written } = await aPlayingTeacher();
    const redemption = redemptionOf(await handOver(browser, game));
    await postToken(portal, redemption);
    await postToken(portal, redemption);
    return { ...written, actor: null };
  },
  tokens_issued: async () => {
    const { browser, game, written } = await aPlayingTeacher();
    await tokensFor(portal, browser, { game });
    return written;
  },
  token_reuse: async () => {
    const { browser, game, written } = await aPlayingTeacher();
    const tokens = await tokensFor(portal, browser, { game });
    await refresh(portal, tokens);
    // For ten seconds a repeated refresh gets the same answer, and is no reuse.
    await portal.clock.travel(60);
    await refresh(portal, tokens);
    return { ...written, actor: null };
  },
  token_revoked: async () => {
    const { browser, game, written } = await aPlayingTeacher();
    const { clientId, refreshToken } = await tokensFor(portal, browser, { game });
    await postForm(portal, endpointUrl(revokeToken), { form: { client_id: clientId, token: refreshToken } });
    return { ...written, actor: null };
  },
  class_moved: async () => {
    const { group, about } = await aMove();
    return { ...about, target: group.id };
  },
  student_moved: async () => {
    const { student, about } = await aMove();
    return { ...about, target: student };
  },
  transfer_opened: async () => (await aTransfer()).bySender,
  transfer_withdrawn: async () => {
    const { from, transferId, bySender } = await aTransfer();
    await done(from.desk, withdrawTransfer, { params: { transferId } });
    return bySender;
  },
  transfer_declined: async () => {
    const { to, token, byReceiver } = await aTransfer();
    await done(to.desk, declineTransfer, { body: { token, organizationId: to.organization.id } });
    return byReceiver;
  },
  transfer_accepted: async () => {
    const { to, token, byReceiver } = await aTransfer();
    await done(to.desk, acceptTransfer, { body: { token, playerGroupId: to.group.id } });
    return byReceiver;
  },
  email_change_proposed: async () => (await aProposedAddress()).written,
  email_change_confirmed: answeringAddress("confirm"),
  email_change_refused: answeringAddress("refuse"),
  email_change_cancelled: async () => {
    const { office, member, written } = await aProposedAddress();
    await done(office, cancelEmailProposal, { params: { userId: member.id }, body: {} });
    return written;
  },
  email_changed: async () => {
    const { office, member, written } = await aSchoolWithMember("CREATED");
    const { status } = await editAsItIs(portal, {
      desk: office,
      userId: member.id,
      body: { email: `right-${member.id.slice(0, 8)}@school.example` },
    });
    expect(status).toBe(200);
    return written;
  },
  token_narrowed: async () => {
    const { browser, game, written } = await aPlayingTeacher();
    const { accessToken } = await tokensFor(portal, browser, { game, query: { scope: "USERGROUP" } });
    await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken });
    return written;
  },
};

const known: ReadonlySet<string> = new Set(auditDetails);

/** Only these four details hold details again. The keys of others, such as rights, are ids. */
function namesIn(details: unknown): string[] {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return [];
  return Object.entries(details).flatMap(([name, value]) => [
    name,
    ...(["before", "after", "ended", "openid"].includes(name) ? namesIn(value) : []),
  ]);
}

describe("an event is written by its action, with details that the contract names", () => {
  test.each(Object.entries(actions))("%s", async (event, act) => {
    const { database } = portal.context;
    const { last } = await database
      .selectFrom("audit_events")
      .select(({ fn }) => fn.max("id").as("last"))
      .executeTakeFirstOrThrow();
    const written = await act();
    const rows = await database
      .selectFrom("audit_events")
      .select(["event", "actor_id as actor", "target_id as target", "organization_id as organization", "details"])
      .where("id", ">", last ?? "0")
      .execute();
    expect(rows).toContainEqual({ ...written, event, details: expect.anything() });
    const names = rows.flatMap(({ details }) => namesIn(details));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

/** Preferences of the caller that affect nobody else. ARCHITECTURE.md names them. */
const preferences: Record<string, (browser: Browser) => Promise<unknown>> = {
  setLanguage: (browser) => done(browser, setLanguage, { body: { locale: "nb" } }),
  renamePasskey: async (browser) => {
    const [own] = listOwnPasskeys.response.parse((await done(browser, listOwnPasskeys)).body);
    await done(browser, renamePasskey, { params: { passkeyId: own?.id }, body: { name: "The old laptop" } });
  },
};

test.each(Object.entries(preferences))("%s is a preference, so the history has no event of it", async (_, prefer) => {
  const { account, browser } = await aLogin();
  await setUpPasskey(browser);
  const events = () =>
    portal.context.database
      .selectFrom("audit_events")
      .select("event")
      .where((has) => has.or([has("actor_id", "=", account.id), has("target_id", "=", account.id)]))
      .orderBy("id")
      .execute();
  const before = await events();
  expect(before).toContainEqual({ event: "passkey_added" });
  await prefer(browser);
  expect(await events()).toEqual(before);
});

test("every event name has an action here", () => {
  const source = readFileSync(new URL("../src/features/audit/record-event.ts", import.meta.url), "utf8");
  const names = [...source.matchAll(/^ {2}\| "([a-z_]+)"/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !Object.hasOwn(actions, name))).toEqual([]);
});
