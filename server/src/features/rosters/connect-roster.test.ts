/** Who connects an organization to the school's own lists, and decides on them. */
import { randomUUID } from "node:crypto";
import { keepMissingStudents } from "@storyport/contract/missing-students";
import {
  applyRoster,
  checkRoster,
  connectRoster,
  disconnectRoster,
  discardRoster,
  getRosterRun,
  getRosters,
  listRosterChanges,
  undoRoster,
} from "@storyport/contract/rosters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aSession, anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { anOffice, connectFeide, applied, checked, listed, overview, shown } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const five = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];

describe("who may", () => {
  test("a teacher, a colleague of another school and an unknown run are refused", async () => {
    const office = await anOffice(portal);
    const { organization } = office;
    const runId = await checked(office, [listed("c1", "2A", ["s1 Nora"])]);
    const teacher = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const classroom = await aSession(portal, teacher, { loginType: "PASSWORD", organizationId: organization.id });
    const other = await anOffice(portal);
    const calls = (desk: typeof classroom, id = runId) => [
      desk.call(getRosters, { query: { organizationId: organization.id } }),
      desk.call(connectRoster, { body: { organizationId: organization.id, source: "ONEROSTER", mode: "NIGHTLY" } }),
      desk.call(disconnectRoster, { body: { organizationId: organization.id } }),
      desk.call(checkRoster, { body: { organizationId: organization.id, classes: [listed("c1", "2A", [])] } }),
      desk.call(keepMissingStudents, { body: { organizationId: organization.id, playerIds: [randomUUID()] } }),
      desk.call(getRosterRun, { params: { runId: id } }),
      desk.call(listRosterChanges, { params: { runId: id }, query: { position: "0" } }),
      desk.call(applyRoster, { params: { runId: id }, body: { digest: "x", answers: [], allowsLoss: false } }),
      desk.call(discardRoster, { params: { runId: id }, body: {} }),
      desk.call(undoRoster, { params: { runId: id }, body: {} }),
    ];
    for (const answer of await Promise.all(calls(classroom))) expect(codeIn(answer)).toBe("errors.notAllowed");
    for (const answer of await Promise.all(calls(other.desk))) expect(codeIn(answer)).toBe("errors.notFound");
    // The first five calls name no run.
    for (const answer of (await Promise.all(calls(office.desk, randomUUID()))).slice(5)) expect(codeIn(answer)).toBe("errors.notFound");
    for (const answer of await Promise.all(calls(portal.browser()))) expect(codeIn(answer)).toBe("errors.notLoggedIn");
  });

  test("an organization is connected to one source, and a school of Feide has its number", async () => {
    const office = await anOffice(portal);
    const body = { organizationId: office.organization.id, source: "FEIDE", mode: "APPROVAL" } as const;
    expect(codeIn(await office.desk.call(connectRoster, { body }))).toBe("errors.invalidInput");
    const runId = await checked(office, [listed("c1", "2A", ["s1 Nora"])]);
    expect((await connectFeide(portal, office.organization, { schoolNumber: "974568209" })).status).toBe(204);
    expect((await shown(office.desk, runId)).run.status).toBe("DISCARDED");
    const check = { organizationId: office.organization.id, classes: [listed("c1", "2A", [])] };
    expect(codeIn(await office.desk.call(checkRoster, { body: check }))).toBe("errors.rosterNotConnected");
    const disconnect = () => office.desk.call(disconnectRoster, { body: { organizationId: office.organization.id } });
    expect((await disconnect()).status).toBe(204);
    expect(codeIn(await disconnect())).toBe("errors.rosterNotConnected");
  });

  test("a colleague who manages members and not students is refused", async () => {
    const office = await anOffice(portal);
    const runId = await checked(office, [listed("c1", "2A", five)]);
    const { database } = portal.context;
    const account = await anAccount(portal, { memberships: [{ organization: office.organization, roles: ["member"] }] });
    const permission = { account_id: account.id, organization_id: office.organization.id, permission_key: "manage_members" } as const;
    await database.insertInto("account_permissions").values(permission).execute();
    const desk = await aSession(portal, account, { loginType: "PASSWORD", organizationId: office.organization.id });
    expect(codeIn(await desk.call(getRosterRun, { params: { runId } }))).toBe("errors.notAllowed");
    expect(codeIn(await desk.call(getRosters, { query: { organizationId: office.organization.id } }))).toBe("errors.notAllowed");
  });

  test("only an administrator names the school, and a manager of the organization changes how its changes are applied", async () => {
    const office = await anOffice(portal);
    const connect = (schoolNumber: string) =>
      office.desk.call(connectRoster, {
        body: { organizationId: office.organization.id, source: "FEIDE", mode: "APPROVAL", schoolNumber },
      });
    expect(codeIn(await connect("911111111"))).toBe("errors.rosterSchoolByAdministrator");
    expect((await connectFeide(portal, office.organization, { schoolNumber: "911111111" })).status).toBe(204);
    expect((await connect("911111111")).status).toBe(204);
    expect(codeIn(await connect("911111112"))).toBe("errors.rosterSchoolByAdministrator");
  });

  test("the history names the school of Feide whose children arrive", async () => {
    const { organization } = await anOffice(portal);
    await connectFeide(portal, organization, { schoolNumber: "933333333" });
    const { details } = await portal.context.database
      .selectFrom("audit_events")
      .select("details")
      .where("event", "=", "roster_connected")
      .where("target_id", "=", organization.id)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ source: "FEIDE", mode: "NIGHTLY", schoolNumber: "933333333" });
  });

  test("no two organizations are the same school, also when fifty are connected at once", async () => {
    const offices = await Promise.all(Array.from({ length: 50 }, () => anOffice(portal)));
    const schoolNumber = "922222222";
    const answers = await Promise.all(offices.map(({ organization }) => connectFeide(portal, organization, { schoolNumber })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter((answer) => codeIn(answer) === "errors.rosterSchoolTaken")).toHaveLength(49);
  });

  test("a run that waits is discarded once", async () => {
    const office = await anOffice(portal);
    const runId = await checked(office, [listed("c1", "2A", ["s1 Nora"])]);
    const discard = () => office.desk.call(discardRoster, { params: { runId }, body: {} });
    const answers = await Promise.all(Array.from({ length: 50 }, discard));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter((answer) => codeIn(answer) === "errors.rosterDecided")).toHaveLength(49);
  });

  test("a kept student is not asked about again, until the list has named the child once more", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five)]);
    await applied(office, [listed("c1", "2A", five.slice(1))]);
    const [nora] = (await overview(office)).missing;
    const playerIds = [nora?.playerId ?? ""];
    const keep = await office.desk.call(keepMissingStudents, { body: { organizationId: office.organization.id, playerIds } });
    expect(keep.status).toBe(204);
    expect((await overview(office)).missing).toEqual([]);
    expect((await shown(office.desk, await checked(office, [listed("c1", "2A", five.slice(1))]))).classes).toEqual([]);
    await applied(office, [listed("c1", "2A", five)]);
    await applied(office, [listed("c1", "2A", five.slice(1))]);
    expect((await overview(office)).missing).toHaveLength(1);
  });
});
