/** An organization with its manager and the school's own lists, for tests. */
import { applyRoster, checkRoster, connectRoster, getRosterRun, getRosters, listRosterChanges } from "@storyport/contract/rosters";
import type {
  RosterAnswer,
  RosterChange,
  RosterClass,
  RosterConnection,
  RosterMode,
  RosterQuestions,
  RosterReason,
  RosterRun,
  RosterRunClass,
} from "@storyport/contract/rosters";
import { expect } from "vitest";
import type { Answer, Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";
import { aSession, anAccount, anAdministrator, anOrganization } from "./builders.ts";
import type { TestAccount } from "./builders.ts";

export interface RosterOffice {
  organization: { id: string; key: string };
  head: TestAccount;
  /** The browser of the organization's manager, `head`. */
  desk: Browser;
}

export async function anOffice(portal: TestPortal, mode: RosterMode = "APPROVAL"): Promise<RosterOffice> {
  const organization = await anOrganization(portal);
  const head = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  const desk = await aSession(portal, head, { loginType: "PASSWORD", organizationId: organization.id });
  const body = { organizationId: organization.id, source: "ONEROSTER", mode } as const;
  expect((await desk.call(connectRoster, { body })).status).toBe(204);
  return { organization, head, desk };
}

/** Only an administrator names the school of an organization at Feide. */
export async function connectFeide(
  portal: TestPortal,
  { id }: { id: string },
  { schoolNumber, mode = "NIGHTLY" }: FeideParts,
): Promise<Answer> {
  const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  return admin.call(connectRoster, { body: { organizationId: id, source: "FEIDE", mode, schoolNumber } });
}

interface FeideParts {
  schoolNumber: string;
  mode?: RosterMode;
}

/** A class as a school lists it: "s1 Nora" is the student s1. */
export function listed(externalId: string, name: string, students: readonly string[]): RosterClass {
  const of = (text: string) => {
    const [id = "", ...words] = text.split(" ");
    return { externalId: id, name: words.join(" ") };
  };
  return { externalId, name, students: students.map(of), teachers: [] };
}

export function taughtBy(listedClass: RosterClass, emails: readonly (string | null)[]): RosterClass {
  return { ...listedClass, teachers: emails.map((email) => ({ email: email ?? "" })) };
}

export interface ShownRun {
  run: RosterRun;
  digest: string;
  classes: RosterRunClass[];
  questions: RosterQuestions[];
}

/** Checks a list. Returns the id of the run, which waits. */
export async function checked({ desk, organization }: RosterOffice, classes: readonly RosterClass[]): Promise<string> {
  const answer = await desk.call(checkRoster, { body: { organizationId: organization.id, classes } });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { id: string }).id;
}

export async function shown(desk: Browser, runId: string): Promise<ShownRun> {
  const answer = await desk.call(getRosterRun, { params: { runId } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ShownRun;
}

export async function changesOf(desk: Browser, runId: string): Promise<RosterChange[]> {
  const { classes } = await shown(desk, runId);
  const changes: RosterChange[] = [];
  for (const { position } of classes) {
    const answer = await desk.call(listRosterChanges, { params: { runId }, query: { position: String(position) } });
    expect(answer.status, answer.text).toBe(200);
    changes.push(...(answer.body as RosterChange[]));
  }
  return changes.toSorted((one, other) => one.position - other.position);
}

interface Choices {
  answer?: (change: RosterChange) => RosterAnswer | undefined;
  /** One answer for all questions of a reason. */
  forAll?: Partial<Record<RosterReason, RosterAnswer>>;
  allowsLoss?: boolean;
}

/** Applies a run as it is shown now. */
export async function apply(desk: Browser, runId: string, { answer, forAll = {}, allowsLoss = false }: Choices = {}): Promise<Answer> {
  const { digest } = await shown(desk, runId);
  const questions = answer === undefined ? [] : await changesOf(desk, runId);
  const answers = questions.flatMap((change) => {
    const given = answer?.(change);
    return given === undefined ? [] : [{ position: change.position, answer: given }];
  });
  const common = Object.entries(forAll).map(([reason, each]) => ({ reason: reason as RosterReason, answer: each }));
  return desk.call(applyRoster, { params: { runId }, body: { digest, answers, forAll: common, allowsLoss } });
}

/** Checks a list and applies it. Returns the id of the run. */
export async function applied(office: RosterOffice, classes: readonly RosterClass[], choices: Choices = {}): Promise<string> {
  const runId = await checked(office, classes);
  const answer = await apply(office.desk, runId, choices);
  expect(answer.status, answer.text).toBe(204);
  return runId;
}

export async function overview({ desk, organization }: RosterOffice) {
  const answer = await desk.call(getRosters, { query: { organizationId: organization.id } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { connection?: RosterConnection; runs: RosterRun[]; missing: { playerId: string; playerName: string }[] };
}

/** The classes of an organization with the names of their students, by name. */
export async function classesOf({ context }: TestPortal, { organization }: RosterOffice): Promise<Record<string, string[]>> {
  const rows = await context.database
    .selectFrom("player_groups as g")
    .leftJoin("player_group_players as gp", "gp.player_group_id", "g.id")
    .leftJoin("players as p", "p.id", "gp.player_id")
    .select(["g.name as className", "p.name as student"])
    .where("g.organization_id", "=", organization.id)
    .orderBy("g.name")
    .orderBy("p.name")
    .execute();
  const classes = Map.groupBy(rows, ({ className }) => className);
  return Object.fromEntries([...classes].map(([name, members]) => [name, members.flatMap(({ student }) => student ?? [])]));
}

export async function groupNamed({ context }: TestPortal, { organization }: RosterOffice, name: string): Promise<string> {
  const { id } = await context.database
    .selectFrom("player_groups")
    .select("id")
    .where("organization_id", "=", organization.id)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}
