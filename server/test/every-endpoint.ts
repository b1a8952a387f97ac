/** Every endpoint of the contract, found by reading its folder: a new one is in the generated tests without being listed. */
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import type { FastifyInstance } from "fastify";
import type { CallParts } from "./browser.ts";

const folder = new URL("../../contract/src/", import.meta.url);

/** By the name that each is exported under. */
export const exportedEndpoints: [exportName: string, endpoint: Endpoint][] = await readContract();

export const endpoints: Endpoint[] = exportedEndpoints.map(([, endpoint]) => endpoint);

async function readContract(): Promise<[string, Endpoint][]> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const exported = modules.flatMap((module) => Object.entries(module));
  return exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])).toSorted(([a], [b]) => a.localeCompare(b));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "access" in value && "refusals" in value && "path" in value;
}

/** An address of the endpoint with something in each parameter. */
export function anAddressOf(endpoint: Endpoint, parameter = "00000000-0000-4000-8000-000000000000"): string {
  return `${apiBase}/${endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(parameter))}`;
}

/** Whether a call of it can change something, so that other sites must not cause it. */
export function changesState(endpoint: Endpoint): boolean {
  if (endpoint.access.by === "game" || endpoint.access.by === "provider") return false;
  return endpoint.method !== "GET" || endpoint.changesState === true;
}

export function isServed(app: FastifyInstance, { method, path }: Endpoint): boolean {
  return app.hasRoute({ method, url: `/api/auth/${path.replace(/\{(\w+)\}/g, ":$1")}` });
}

/** A well-formed call of each endpoint by name; what it asks for need not exist. */
export const wellFormed: Record<string, CallParts> = {
  setDisplayName: { body: { displayName: "Kari Nordmann" } },
  requestUserDeletion: { body: { email: "nobody@school.example" } },
  checkDeletionCode: { params: { gameId: 1, code: "c".repeat(43) } },
  deleteUser: { body: { token: "t".repeat(43), gameId: 1 } },
  deleteUserByForm: { body: { token: "t".repeat(43), gameId: 1, code: "c".repeat(43) } },
  setPassword: { body: { email: "nobody@school.example", password: "Lighthouse-Beam-8", token: "t".repeat(43) } },
  requestPasswordReset: { body: { email: "nobody@school.example" } },
  checkActivationCode: { params: { gameId: 1, code: "c".repeat(43) } },
  activateAccount: { body: { email: "nobody@school.example", password: "Lighthouse-Beam-8", token: "t".repeat(43), gameId: 1 } },
  openDashboard: { query: { gameId: "1", orgId: randomUUID() } },
  finishGameLogin: { query: { gameId: 1, state: "s", clientCode: "c".repeat(43), deeplink: "https://game.example/callback" } },
  gameLoginStatus: { query: { handover: "h".repeat(43) } },
  publicManifest: {},
  ownManifest: {},
  organizationManifest: { params: { orgId: randomUUID() } },
  validateAuth: {},
  logInWithPassword: { body: { email: "nobody@school.example", password: "Lighthouse-Beam-8", deviceName: "a test" } },
  logInWithBadge: { query: { code: "b".repeat(43) } },
  logInWithOneTimeCode: { body: { code: "C2D3F4" } },
  listPlayerGroupRights: {},
  searchPlayerGroupRights: {},
  searchOrganizations: {},
  searchUserGroups: {},
  listPlayerGroupRightsOf: { params: { orgId: randomUUID() } },
  listBadges: { params: { playerGroupId: randomUUID() } },
  issueBadges: { params: { playerGroupId: randomUUID() }, body: {} },
  reprintBadges: { params: { playerGroupId: randomUUID() }, body: {} },
  voidBadges: { params: { playerGroupId: randomUUID() }, body: {} },
  issueOneTimeCodes: { params: { playerGroupId: randomUUID() }, body: {} },
  voidOneTimeCodes: { params: { playerGroupId: randomUUID() }, body: {} },
  createStudent: { body: { studentName: "Nora", groupId: randomUUID() } },
  logOut: { headers: { "content-type": "text/plain" } },
  listLoginTypes: {},
  listOwnPermissions: {},
  searchUsers: { body: { query: "kari" } },
  exportUsers: {},
  getUser: { params: { userId: randomUUID() } },
  createUser: { body: { email: "new@school.example", loginType: "PASSWORD", roles: ["teacher"], organizationId: randomUUID() } },
  editUser: { params: { userId: randomUUID() }, body: { version: 1, displayName: "Kari Nordmann" } },
  deactivateUser: { params: { userId: randomUUID() }, body: {} },
  reactivateUser: { params: { userId: randomUUID() }, body: {} },
  activateUser: { params: { userId: randomUUID() }, body: {} },
  sendUserLink: { params: { userId: randomUUID() }, body: {} },
  endUserSessions: { params: { userId: randomUUID() }, body: {} },
  resetUserSecondFactor: { params: { userId: randomUUID() }, body: {} },
  confirmEmailProposal: { params: { userId: randomUUID() }, body: {} },
  cancelEmailProposal: { params: { userId: randomUUID() }, body: {} },
  checkEmailProposal: { params: { code: "c".repeat(43) } },
  answerEmailProposal: { body: { token: "t".repeat(43), answer: "refuse" } },
  getOwnEmailProposal: {},
  answerOwnEmailProposal: { body: { answer: "refuse" } },
  deleteUserByAdmin: { params: { userId: randomUUID() } },
  listPlayersOfUser: { body: { idOrEmail: "nobody@school.example" } },
  searchPlayers: { body: { query: "nora" } },
  exportPlayers: { query: { query: "nora" } },
  listOwnPlayers: {},
  getPlayer: { params: { playerId: randomUUID() } },
  editPlayer: { params: { playerId: randomUUID() }, body: { version: 1, excludedFromAnalysis: true } },
  getPlayerGroup: { params: { playerGroupId: randomUUID() } },
  createPlayerGroup: { body: { name: "3C", organizationId: randomUUID() } },
  editPlayerGroup: { params: { playerGroupId: randomUUID() }, body: { version: 1, name: "3D" } },
  setPlayerGroupRight: { params: { playerGroupId: randomUUID() }, body: { email: "nobody@school.example", rightsType: "READ" } },
  listRolesAndPermissions: {},
  listUserGroups: {},
  listUserGroupsOf: { params: { orgId: randomUUID() } },
  createUserGroup: { body: { groupName: "Teachers", organizationId: randomUUID() } },
  getUserGroup: { params: { userGroupId: randomUUID() } },
  editUserGroup: { params: { userGroupId: randomUUID() }, body: { version: 1, groupName: "Teachers" } },
  listGroupMembers: { params: { userGroupId: randomUUID() } },
  addGroupMembers: { params: { userGroupId: randomUUID() }, body: { lines: "new@school.example" } },
  setGroupMember: { params: { userGroupId: randomUUID(), userId: randomUUID() }, body: { rightsType: "READ" } },
  removeGroupMember: { params: { userGroupId: randomUUID(), userId: randomUUID() } },
  listOrganizations: {},
  createOrganization: { body: { key: "NewSchool", description: "A new school" } },
  getOrganization: { params: { organizationId: randomUUID() } },
  editOrganization: { params: { organizationId: randomUUID() }, body: { version: 1, description: "A school" } },
  listOrganizationMembers: { params: { organizationId: randomUUID() } },
  removeOrganizationMember: { params: { organizationId: randomUUID(), userId: randomUUID() } },
  listGames: {},
  editGame: { params: { gameId: 1 }, body: { version: 1, isPublic: true } },
  listAuditEvents: {},
  exportAuditEvents: {},
  setLanguage: { body: { locale: "nb" } },
  startFeideLogin: {},
  startGoogleLogin: {},
  startAppleLogin: {},
  finishFeideLogin: { query: { state: "s".repeat(43), code: "c" } },
  finishGoogleLogin: { query: { state: "s".repeat(43), code: "c" } },
  finishAppleLogin: { query: { state: "s".repeat(43), code: "c" } },
  receiveAppleLogin: { body: { state: "s".repeat(43), code: "c" } },
  listOwnIdentities: {},
  connectIdentity: { body: { provider: "GOOGLE" } },
  disconnectIdentity: { params: { identityId: randomUUID() } },
  secondFactorStatus: {},
  enrolSecondFactor: { body: {} },
  confirmSecondFactor: { body: { code: "123456" } },
  verifySecondFactor: { body: { code: "123456" } },
  renewBackupCodes: { body: { code: "123456" } },
  removeSecondFactor: { body: { code: "123456" } },
  listOwnSessions: {},
  endOwnSession: { params: { sessionId: "0".repeat(32) } },
  endOtherSessions: { body: {} },
  issueTokens: { body: { grant_type: "refresh_token", client_id: "1", refresh_token: "x" } },
  narrowScope: { body: { scope: "PLAYER", accessToken: "x" } },
  revokeToken: { body: { client_id: "1", token: "x" } },
};
