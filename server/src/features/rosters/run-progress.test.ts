/** A run that takes long shows how far it is, keeps the others out, and leaves nothing half if its connection is killed. */
import {
  applyRoster,
  checkRoster,
  connectRoster,
  disconnectRoster,
  discardRoster,
  getRosterRun,
  undoRoster,
} from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Answer } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { meanwhileInClass } from "#test/meanwhile.ts";
import { anOffice, applied, apply, checked, classesOf, groupNamed, listed, overview, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { runNightly } from "./run-nightly.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const next = [listed("c1", "2A", ["s1 Nora B", "s2 Emil"])];

/** Applies a list until its first change is done. Another transaction holds the student that it renames next. */
async function halfWay(office: RosterOffice, begin: (runId: string) => Promise<Answer>, then: (runId: string) => Promise<void>) {
  const runId = await checked(office, next);
  const { answer } = await portal.context.database.transaction().execute(async (transaction) => {
    // The product ends a transaction that idles for ten seconds. This one idles while `then` runs.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    await sql`select from players where organization_id = ${office.organization.id}::uuid for no key update`.execute(transaction);
    const pending = begin(runId);
    while ((await shown(office.desk, runId)).run.progress?.done !== 1);
    await then(runId);
    return { answer: pending };
  });
  return { runId, answer: await answer };
}

async function anOfficeWithNora(): Promise<{ office: RosterOffice; former: string }> {
  const office = await anOffice(portal);
  return { office, former: await applied(office, [listed("c1", "2A", ["s1 Nora"])]) };
}

/** As an operator does, or a machine that loses its power. */
async function killTheWaiting(): Promise<void> {
  // The page may show the first change before the connection waits.
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ is_killed: boolean }>`
        select pg_terminate_backend(pid) as is_killed from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'`.execute(
        portal.context.database,
      );
      expect(rows).toEqual([{ is_killed: true }]);
    },
    { timeout: 20_000, interval: 20 },
  );
}

describe("a run that is being applied", () => {
  test("shows how many of its changes are done, also on the page of the lists, and afterwards nothing", async () => {
    const { office } = await anOfficeWithNora();
    const { runId, answer } = await halfWay(
      office,
      (id) => apply(office.desk, id),
      async (id) => {
        expect((await shown(office.desk, id)).run.progress).toMatchObject({ isRunning: true, done: 1, all: 2 });
        expect((await overview(office)).runs[0]).toMatchObject({ id, status: "CHECKED", progress: { isRunning: true } });
        expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"] });
      },
    );
    expect(answer.status, answer.text).toBe(204);
    expect((await shown(office.desk, runId)).run).toMatchObject({ status: "APPLIED" });
    expect((await shown(office.desk, runId)).run.progress).toBeUndefined();
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Emil", "Nora B"] });
  });

  test("every other decision about the organization's lists is refused at once, and none about another organization's", async () => {
    const { office, former } = await anOfficeWithNora();
    const { desk, organization } = office;
    const organizationId = organization.id;
    const { answer } = await halfWay(
      office,
      (runId) => apply(desk, runId),
      async (runId) => {
        const { body } = await desk.call(getRosterRun, { params: { runId } });
        const { digest } = body as { digest: string };
        const answers = [
          await desk.call(applyRoster, { params: { runId }, body: { digest, answers: [], allowsLoss: false } }),
          await desk.call(checkRoster, { body: { organizationId, classes: next } }),
          await desk.call(connectRoster, { body: { organizationId, source: "ONEROSTER", mode: "NIGHTLY" } }),
          await desk.call(disconnectRoster, { body: { organizationId } }),
          await desk.call(discardRoster, { params: { runId }, body: {} }),
          await desk.call(undoRoster, { params: { runId: former }, body: {} }),
        ];
        expect(answers.map(codeIn)).toEqual(answers.map(() => "errors.rosterUnderWay"));
        // The refused attempt does not end the note of the other.
        expect((await shown(desk, runId)).run.progress).toMatchObject({ isRunning: true, done: 1 });
        await anOfficeWithNora();
      },
    );
    expect(answer.status, answer.text).toBe(204);
  });

  test("whose connection is killed ended half-way: nothing was applied, the page says so, and it can be applied again", async () => {
    const { office } = await anOfficeWithNora();
    const { runId, answer } = await halfWay(office, (id) => apply(office.desk, id), killTheWaiting);
    expect(answer.status).toBe(503);
    expect((await shown(office.desk, runId)).run).toMatchObject({
      status: "CHECKED",
      progress: { isRunning: false, done: 1, all: 2 },
    });
    expect((await overview(office)).runs[0]?.progress).toMatchObject({ isRunning: false });
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"] });
    const students = portal.context.database.selectFrom("organization_members").select("account_id");
    // Nora and the manager.
    expect(await students.where("organization_id", "=", office.organization.id).execute()).toHaveLength(2);
    expect((await apply(office.desk, runId)).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Emil", "Nora B"] });
    expect((await overview(office)).runs[0]?.progress).toBeUndefined();
  });

  test("that ended half-way is not shown as running while another run is undone", async () => {
    const { office, former } = await anOfficeWithNora();
    const { runId } = await halfWay(office, (id) => apply(office.desk, id), killTheWaiting);
    const answer = await meanwhileInClass(portal, {
      group: { id: await groupNamed(portal, office, "2A") },
      happens: async () => expect((await shown(office.desk, runId)).run.progress).toMatchObject({ isRunning: false }),
      call: () => office.desk.call(undoRoster, { params: { runId: former }, body: {} }),
      goesOn: async () => {
        expect((await shown(office.desk, runId)).run.progress).toMatchObject({ isRunning: false, done: 1, all: 2 });
        expect(codeIn(await office.desk.call(discardRoster, { params: { runId }, body: {} }))).toBe("errors.rosterUnderWay");
      },
    });
    expect(answer.status, answer.text).toBe(204);
  });

  test("by night tells it too, and what a killed night left is applied by the next", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    let failure: unknown;
    const night = async (runId: string): Promise<Answer> => {
      await sql`update roster_runs set made_at = made_at - interval '1 day' where id = ${runId}::uuid`.execute(portal.context.database);
      await runNightly(portal.context).catch((error: unknown) => (failure = error));
      return office.desk.call(getRosterRun, { params: { runId } });
    };
    const { runId, answer } = await halfWay(office, night, killTheWaiting);
    expect(failure).toBeDefined();
    expect(answer.body).toMatchObject({ run: { status: "CHECKED", progress: { isRunning: false } } });
    await runNightly(portal.context);
    expect((await shown(office.desk, runId)).run).toMatchObject({ status: "APPLIED" });
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Emil", "Nora B"] });
  });
});
