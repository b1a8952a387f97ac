/** A school with one thing of every kind, so that each call can name one of them. */
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { rosterChangeKinds } from "@storyport/contract/rosters";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import { insertRun } from "#/features/conformance/queries.ts";
import { makeTestKeys } from "#/features/conformance/test-keys.ts";
import { newUserCode } from "#/features/seats/user-code.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aPlayerGroup, anAccount, anOrganization } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";

/** The things that calls name. Each call that changes something gets new ones. */
export interface Targets {
  member: TestAccount & { displayName: string };
  userGroupId: string;
  playerGroupId: string;
  playerId: string;
  studentId: string;
  /** Into the player group. */
  importId: string;
  /** A run of the school's own lists, which waits. */
  rosterRunId: string;
  /** Of another account than `studentId`. `openTransfer` must find no open transfer for that student. */
  transferId: string;
  /** The link of a transfer that another school offers. */
  offerToken: string;
  lessonId: string;
  endedLessonId: string;
  /** A device of the school, which waits. */
  deviceId: string;
  waitingDeviceId: string;
  /** What another device shows, which no school has. */
  userCode: string;
  erasureNumber: string;
  /** A conformance run of the school's game. */
  runId: string;
}

export interface School {
  organization: { id: string; key: string };
  game: { id: number; key: string };
  /** A member with direct permissions. */
  givenMore: TestAccount;
  staff: Record<"teacher" | "group_manager" | "organization_admin" | "member", TestAccount>;
}

export async function aSchool(portal: TestPortal, givenDirectly: readonly PermissionKey[]): Promise<School> {
  const game = await aGame(portal);
  const organization = await anOrganization(portal, { games: [game] });
  const holding = (role: string) => anAccount(portal, { memberships: [{ organization, roles: [role] }] });
  const givenMore = await holding("member");
  for (const permission_key of givenDirectly) {
    const row = { account_id: givenMore.id, permission_key, organization_id: organization.id };
    await portal.context.database.insertInto("account_permissions").values(row).execute();
  }
  const staff = {
    teacher: await holding("teacher"),
    group_manager: await holding("group_manager"),
    organization_admin: await holding("organization_admin"),
    member: await holding("member"),
  };
  await portal.context.database
    .insertInto("game_rights")
    .values([
      { game_id: game.id, account_id: staff.teacher.id, rights_level: "OWNER" },
      { game_id: game.id, account_id: staff.group_manager.id, rights_level: "READ" },
    ])
    .execute();
  return { organization, game, givenMore, staff };
}

/** The teacher owns the player group, the group manager may read it; no other member is given a right on it. */
export async function targetsIn(portal: TestPortal, { organization, game, staff }: School): Promise<Targets> {
  const { database } = portal.context;
  // The name is searched for in answers, so no other text may contain it.
  const displayName = `Aimed At ${randomUUID().slice(0, 8)}`;
  const member = await anAccount(portal, { displayName, memberships: [{ organization, roles: ["teacher"] }] });
  const { id: userGroupId } = await database
    .insertInto("user_groups")
    .values({ organization_id: organization.id, name: "Readers of the school" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("user_group_members").values({ user_group_id: userGroupId, account_id: member.id }).execute();
  const group = await aPlayerGroup(portal, {
    organization,
    players: 1,
    rights: [
      { account: staff.teacher, level: "OWNER" },
      { account: staff.group_manager, level: "READ" },
    ],
  });
  const playerId = group.playerIds[0] ?? "";
  const student = await anAccount(portal, {
    email: null,
    password: null,
    displayName: "Nora",
    loginTypes: ["QRCODE"],
    memberships: [{ organization, roles: ["student"] }],
  });
  await database.insertInto("account_players").values({ account_id: student.id, player_id: playerId }).execute();
  const importId = await anImport(portal, { organization, group, staff, student: { id: student.id, playerId } });
  const rosterRunId = await aRun(portal, organization);
  const { id: transferId } = await aTransfer(portal, { organization, group });
  const sender = await anOrganization(portal);
  const { token: offerToken } = await aTransfer(portal, {
    organization: sender,
    group: await aPlayerGroup(portal, { organization: sender, players: 1 }),
  });
  const lessons = await lessonsOf(portal, { organization, group });
  const devices = await devicesIn(portal, { organization, game });
  const runId = await insertRun(database, { game_id: game.id, keys: makeTestKeys() });
  const erasureNumber = await aReceipt(portal, organization);
  const ids = {
    erasureNumber,
    runId,
    userGroupId,
    playerGroupId: group.id,
    playerId,
    studentId: student.id,
    importId,
    rosterRunId,
    transferId,
    offerToken,
    ...lessons,
  };
  return { member: { ...member, displayName }, ...ids, ...devices };
}

async function aRun({ context: { database } }: TestPortal, { id: organization_id }: { id: string }): Promise<string> {
  const connection = { organization_id, source: "ONEROSTER", mode: "APPROVAL" } as const;
  await database
    .insertInto("roster_connections")
    .values(connection)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const counts = JSON.stringify(Object.fromEntries(rosterChangeKinds.map((kind) => [kind, 0])));
  const empty = { roster: "[]", classes: "[]", counts, digest: "-" };
  const { id } = await database
    .insertInto("roster_runs")
    .values({ organization_id, source: "ONEROSTER", status: "CHECKED", is_whole: true, ...empty })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function devicesIn(
  { context: { database } }: TestPortal,
  { organization, game }: Pick<School, "organization" | "game">,
): Promise<Pick<Targets, "deviceId" | "waitingDeviceId" | "userCode">> {
  const device = { organization_id: organization.id, game_id: game.id, name: "TV" };
  const { id: deviceId } = await database.insertInto("devices").values(device).returning("id").executeTakeFirstOrThrow();
  const waits = (device_id: string | null) => ({
    digest: randomBytes(32),
    game_id: game.id,
    user_code: newUserCode(),
    device_id,
    expires_at: sql<Date>`now() + interval '10 minutes'`,
  });
  const codes = database
    .insertInto("device_codes")
    .values([waits(deviceId), waits(null)])
    .returning(["id", "user_code"]);
  const [known, unknown] = await codes.execute();
  return { deviceId, waitingDeviceId: known?.id ?? "", userCode: unknown?.user_code ?? "" };
}

const nothing = { players: 0, sharedPlayers: 0, badges: 0, oneTimeCodes: 0, sessions: 0, gameLogins: 0, other: 0 };

async function aTransfer(
  portal: TestPortal,
  { organization, group }: { organization: { id: string }; group: { id: string; playerIds: string[] } },
): Promise<{ id: string; token: string }> {
  const token = newSecret();
  const leaving = await anAccount(portal, { email: null, password: null, memberships: [{ organization, roles: ["student"] }] });
  const { id } = await portal.context.database
    .insertInto("transfers")
    .values({
      organization_id: organization.id,
      player_group_id: group.id,
      account_id: leaving.id,
      player_id: group.playerIds[0] ?? "",
      digest: digestOf(token),
      expires_at: sql<Date>`now() + interval '14 days'`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token };
}

interface Imported {
  organization: School["organization"];
  group: { id: string };
  staff: School["staff"];
  student: { id: string; playerId: string };
}

async function anImport({ context: { database } }: TestPortal, { organization, group, staff, student }: Imported): Promise<string> {
  const importId = randomUUID();
  await database
    .insertInto("class_imports")
    .values({ id: importId, organization_id: organization.id, students: 1, created_by: staff.teacher.id })
    .execute();
  const part = { class_import_id: importId, player_group_id: group.id };
  await database
    .insertInto("class_import_classes")
    .values({ ...part, is_new: false })
    .execute();
  await database
    .insertInto("class_import_students")
    .values({ ...part, account_id: student.id, player_id: student.playerId })
    .execute();
  return importId;
}

async function aReceipt(portal: TestPortal, organization: School["organization"]): Promise<string> {
  const { database } = portal.context;
  const gone = await anAccount(portal, { email: null, password: null, status: "DEACTIVATED" });
  const erasureNumber = randomUUID().replaceAll("-", "").slice(0, 8).toUpperCase();
  await database
    .insertInto("erasures")
    .values({
      number: erasureNumber,
      organization_id: organization.id,
      account_id: gone.id,
      asked_by: "SCHOOL",
      erased: JSON.stringify(nothing),
    })
    .execute();
  return erasureNumber;
}

/** A lesson that runs, and another that the bell ended. */
async function lessonsOf(
  portal: TestPortal,
  { organization, group }: { organization: School["organization"]; group: { id: string } },
): Promise<Pick<Targets, "lessonId" | "endedLessonId">> {
  const insert = portal.context.database.insertInto("lessons").returning("id");
  const lesson = { player_group_id: group.id, organization_id: organization.id, ends_at: sql<Date>`now() + interval '45 minutes'` };
  const ended = { ended_at: sql<Date>`now()`, ended_because: "BELL" as const };
  const { id: lessonId } = await insert.values(lesson).executeTakeFirstOrThrow();
  const { id: endedLessonId } = await insert.values({ ...lesson, ...ended }).executeTakeFirstOrThrow();
  return { lessonId, endedLessonId };
}
