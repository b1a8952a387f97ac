/** A call of each endpoint that names a thing, with the things of one school. Other calls use their examples. */
import { randomUUID } from "node:crypto";
import type { CallParts } from "#test/browser.ts";
import { endpoints, exampleOf } from "#test/every-endpoint.ts";
import type { School, Targets } from "./school.ts";

type Aimed = (school: School, targets: Targets) => CallParts;

const atUser =
  (body?: unknown): Aimed =>
  (_, { member }) => ({ params: { userId: member.id }, ...(body === undefined ? {} : { body }) });
const atUserGroup =
  (body?: unknown): Aimed =>
  (_, { userGroupId }) => ({ params: { userGroupId }, ...(body === undefined ? {} : { body }) });
const atPlayerGroup =
  (body?: unknown): Aimed =>
  (_, { playerGroupId }) => ({ params: { playerGroupId }, ...(body === undefined ? {} : { body }) });
const atOrganization =
  (body?: unknown): Aimed =>
  ({ organization }) => ({ params: { organizationId: organization.id }, ...(body === undefined ? {} : { body }) });

export const aimed: Record<string, Aimed> = {
  editOwnGame: ({ game }) => ({ params: { gameId: game.id }, body: { version: 1 } }),
  createEdition: ({ game }) => ({
    params: { gameId: game.id },
    body: { gameKey: `${game.key}-${randomUUID().slice(0, 8)}`, description: "Nynorsk", locale: "nn" },
  }),
  listRefusedLogins: ({ game }) => ({ params: { gameId: game.id } }),
  listGameRights: ({ game }) => ({ params: { gameId: game.id } }),
  setGameRight: ({ game }, { member }) => ({ params: { gameId: game.id }, body: { email: member.email, rightsType: "READ" } }),
  startConformanceRun: ({ game }) => ({ params: { gameId: game.id }, body: {} }),
  startWalk: ({ game }) => ({ params: { gameId: game.id }, body: {} }),
  listConformanceRuns: ({ game }) => ({ params: { gameId: game.id } }),
  getConformanceRun: (_, { runId }) => ({ params: { runId } }),
  playScene: (_, { runId }) => ({ params: { runId }, body: { scene: "PLAIN" } }),
  chooseScene: (_, { runId }) => ({ params: { runId }, body: { scene: "BELL" } }),
  shareConformanceRun: (_, { runId }) => ({ params: { runId }, body: {} }),
  organizationManifest: ({ organization }) => ({ params: { orgId: organization.id } }),
  openDashboard: ({ organization, game }) => ({ query: { gameId: game.key, orgId: organization.id } }),
  finishGameLogin: ({ game }) => ({
    query: { gameId: game.id, state: "s", clientCode: "c".repeat(43), deeplink: "https://game.example/callback" },
  }),
  consentToGameLogin: ({ game }) => ({
    body: { gameId: game.id, state: "s", clientCode: "c".repeat(43), deeplink: "https://game.example/callback" },
  }),
  listBadges: atPlayerGroup(),
  issueBadges: atPlayerGroup({}),
  reprintBadges: atPlayerGroup({}),
  voidBadges: atPlayerGroup({}),
  issueOneTimeCodes: (_, { playerGroupId, studentId }) => ({ params: { playerGroupId }, body: { studentUserId: studentId } }),
  voidOneTimeCodes: (_, { playerGroupId, studentId }) => ({ params: { playerGroupId }, body: { studentUserId: studentId } }),
  checkClassImport: (_, { playerGroupId }) => ({ body: { playerGroupId, rows: [{ name: "Nora" }] } }),
  importClass: (_, { playerGroupId }) => ({
    body: {
      id: randomUUID(),
      playerGroupId,
      rows: [{ name: "Nora", decision: "add", verdict: "new", judgedGroupId: playerGroupId }],
    },
  }),
  listClassImports: (_, { playerGroupId }) => ({ query: { playerGroupId } }),
  undoClassImport: (_, { importId }) => ({ params: { importId }, body: {} }),
  reprintClassImport: (_, { importId }) => ({ params: { importId }, body: {} }),
  getRosters: ({ organization }) => ({ query: { organizationId: organization.id } }),
  connectRoster: ({ organization }) => ({ body: { organizationId: organization.id, source: "ONEROSTER", mode: "APPROVAL" } }),
  disconnectRoster: ({ organization }) => ({ body: { organizationId: organization.id } }),
  checkRoster: ({ organization }) => ({
    body: { organizationId: organization.id, classes: [{ externalId: "c1", name: "2A", students: [], teachers: [] }] },
  }),
  getRosterRun: (_, { rosterRunId }) => ({ params: { runId: rosterRunId } }),
  listRosterChanges: (_, { rosterRunId }) => ({ params: { runId: rosterRunId }, query: { position: "0" } }),
  applyRoster: (_, { rosterRunId }) => ({ params: { runId: rosterRunId }, body: { digest: "x", answers: [], allowsLoss: false } }),
  discardRoster: (_, { rosterRunId }) => ({ params: { runId: rosterRunId }, body: {} }),
  undoRoster: (_, { rosterRunId }) => ({ params: { runId: rosterRunId }, body: {} }),
  keepMissingStudents: ({ organization }, { playerId }) => ({ body: { organizationId: organization.id, playerIds: [playerId] } }),
  listMissingOfClass: atPlayerGroup(),
  answerMissing: (_, { playerGroupId, playerId }) => ({ params: { playerGroupId }, body: { playerIds: [playerId], answer: "stays" } }),
  checkClassMove: atPlayerGroup(),
  moveStudents: (_, { playerGroupId, studentId }) => ({
    params: { playerGroupId },
    body: { studentUserIds: [studentId], target: { name: "3A" } },
  }),
  listTransfers: atPlayerGroup(),
  openTransfer: (_, { playerGroupId, studentId }) => ({ params: { playerGroupId }, body: { studentUserId: studentId } }),
  withdrawTransfer: (_, { transferId }) => ({ params: { transferId } }),
  checkTransfer: (_, { offerToken: token }) => ({ body: { token } }),
  acceptTransfer: (_, { offerToken: token, playerGroupId }) => ({ body: { token, playerGroupId } }),
  declineTransfer: ({ organization }, { offerToken: token }) => ({ body: { token, organizationId: organization.id } }),
  getRunningLesson: atPlayerGroup(),
  startLesson: atPlayerGroup({ minutes: 45 }),
  getLessonBoard: (_, { lessonId }) => ({ params: { lessonId } }),
  // The stream of an ended lesson ends with its last board.
  watchLessonBoard: (_, { endedLessonId }) => ({ params: { lessonId: endedLessonId } }),
  ringBell: (_, { lessonId }) => ({ params: { lessonId }, body: {} }),
  giveLessonCode: (_, { lessonId, studentId }) => ({ params: { lessonId }, body: { studentUserId: studentId } }),
  adoptDevice: (_, { lessonId, userCode }) => ({ params: { lessonId }, body: { userCode } }),
  seatChild: (_, { lessonId, waitingDeviceId, studentId }) => ({
    params: { lessonId },
    body: { waitingDeviceId, studentUserId: studentId },
  }),
  refuseDevice: (_, { lessonId, waitingDeviceId }) => ({ params: { lessonId, waitingDeviceId } }),
  listDevices: atPlayerGroup(),
  renameDevice: (_, { playerGroupId, deviceId }) => ({ params: { playerGroupId, deviceId }, body: { version: 1, name: "TV" } }),
  removeDevice: (_, { playerGroupId, deviceId }) => ({ params: { playerGroupId, deviceId } }),
  createStudent: (_, { playerGroupId }) => ({ body: { studentName: "Nora", groupId: playerGroupId } }),
  getUser: atUser(),
  eraseStudent: (_, { studentId }) => ({ body: { studentUserId: studentId, askedBy: "PARENT" } }),
  previewErasure: (_, { studentId }) => ({ params: { userId: studentId } }),
  getErasure: (_, { erasureNumber }) => ({ params: { number: erasureNumber } }),
  exportPersonalData: (_, { studentId }) => ({ params: { userId: studentId }, query: {} }),
  checkLogin: (_, { studentId }) => ({ params: { userId: studentId }, query: {} }),
  createUser: ({ organization }) => ({
    body: { email: `new-${randomUUID()}@school.example`, loginType: "PASSWORD", roles: ["member"], organizationId: organization.id },
  }),
  editUser: atUser({ version: 1, displayName: "Kari Nordmann" }),
  deactivateUser: atUser({}),
  reactivateUser: atUser({}),
  activateUser: atUser({}),
  sendUserLink: atUser({}),
  endUserSessions: atUser({}),
  resetUserPasskeys: atUser({}),
  resetUserSecondFactor: atUser({}),
  beginSupportView: atUser({ reason: "The teacher does not find her class." }),
  confirmEmailProposal: atUser({ email: "seen@school.example" }),
  cancelEmailProposal: atUser({}),
  deleteUserByAdmin: atUser(),
  listPlayersOfUser: (_, { member }) => ({ body: { idOrEmail: member.id } }),
  getPlayer: (_, { playerId }) => ({ params: { playerId } }),
  editPlayer: (_, { playerId }) => ({ params: { playerId }, body: { version: 1, excludedFromAnalysis: true } }),
  getPlayerGroup: atPlayerGroup(),
  listPlayerGroupRightsOf: ({ organization }) => ({ params: { orgId: organization.id } }),
  searchPlayerGroupRights: ({ organization }) => ({ query: { organizationId: organization.id } }),
  createPlayerGroup: ({ organization }) => ({ body: { name: "3C", organizationId: organization.id } }),
  editPlayerGroup: atPlayerGroup({ version: 1, name: "3D" }),
  setPlayerGroupRight: (_, { playerGroupId, userGroupId }) => ({ params: { playerGroupId }, body: { userGroupId, rightsType: "READ" } }),
  listRolesAndPermissions: ({ organization }) => ({ query: { orgId: organization.id } }),
  searchUserGroups: ({ organization }) => ({ query: { organizationId: organization.id } }),
  listUserGroupsOf: ({ organization }) => ({ params: { orgId: organization.id } }),
  createUserGroup: ({ organization }) => ({ body: { groupName: "Readers", organizationId: organization.id } }),
  getUserGroup: atUserGroup(),
  editUserGroup: atUserGroup({ version: 1, groupName: "Readers" }),
  listGroupMembers: atUserGroup(),
  addGroupMembers: atUserGroup({ lines: "new@school.example" }),
  setGroupMember: (_, { userGroupId, member }) => ({ params: { userGroupId, userId: member.id }, body: { rightsType: "READ" } }),
  removeGroupMember: (_, { userGroupId, member }) => ({ params: { userGroupId, userId: member.id } }),
  getOrganization: atOrganization(),
  editOrganization: atOrganization({ version: 1, description: "A school" }),
  requirePasskeys: atOrganization({ isRequired: false }),
  listOrganizationMembers: atOrganization(),
  getNameSharing: atOrganization(),
  shareNames: ({ organization, game }) => ({ params: { organizationId: organization.id }, body: { gameId: game.id, words: [], seen: [] } }),
  removeOrganizationMember: ({ organization }, { member }) => ({ params: { organizationId: organization.id, userId: member.id } }),
  retireGame: ({ game }) => ({ params: { gameId: game.id }, body: { version: 1 } }),
  restoreGame: ({ game }) => ({ params: { gameId: game.id }, body: { version: 1 } }),
  listGameOrganizations: ({ game }) => ({ params: { gameId: game.id } }),
  editGame: ({ game }) => ({ params: { gameId: game.id }, body: { version: 1, isPublic: true } }),
  listAuditEvents: ({ organization }) => ({ query: { organizationId: organization.id } }),
  exportAuditEvents: ({ organization }) => ({ query: { organizationId: organization.id } }),
};

export function callOn(name: string, { school, targets }: { school: School; targets: Targets }): CallParts {
  const endpoint = endpoints.find((one) => one.name === name);
  return aimed[name]?.(school, targets) ?? (endpoint === undefined ? {} : exampleOf(endpoint));
}
