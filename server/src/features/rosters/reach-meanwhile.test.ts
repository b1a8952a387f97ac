/** A call that waits for the organization's lock does nothing for a caller who leaves the organization meanwhile. */
import type { Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyRoster, checkRoster, connectRoster, disconnectRoster, discardRoster, undoRoster } from "@storyport/contract/rosters";
import type { Tables } from "#/platform/database/tables.ts";
import type { Answer } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { meanwhileInOrganization } from "#test/meanwhile.ts";
import { anOffice, applied, checked, listed, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const classes = [listed("c1", "2A", ["s1 Nora"])];

/** As the end of a membership, which does not lock the organization. */
const leaves = ({ head, organization }: RosterOffice) => {
  const there = { id: head.id, organizationId: organization.id };
  return async (transaction: Transaction<Tables>) => {
    const from = { account_id: there.id, organization_id: there.organizationId };
    for (const table of ["account_roles", "organization_members"] as const)
      await transaction
        .deleteFrom(table)
        .where("account_id", "=", from.account_id)
        .where("organization_id", "=", from.organization_id)
        .execute();
  };
};

async function stateOf({ organization }: RosterOffice): Promise<unknown> {
  const { database } = portal.context;
  const connections = await database
    .selectFrom("roster_connections")
    .select(["source", "mode"])
    .where("organization_id", "=", organization.id)
    .execute();
  const runs = await database
    .selectFrom("roster_runs")
    .select(["id", "status"])
    .where("organization_id", "=", organization.id)
    .orderBy("id")
    .execute();
  return { connections, runs };
}

const calls: [string, (office: RosterOffice) => Promise<() => Promise<Answer>>][] = [
  [
    "connects nothing",
    async ({ desk, organization: { id: organizationId } }) =>
      () =>
        desk.call(connectRoster, { body: { organizationId, source: "ONEROSTER", mode: "NIGHTLY" } }),
  ],
  [
    "disconnects nothing",
    async ({ desk, organization: { id: organizationId } }) =>
      () =>
        desk.call(disconnectRoster, { body: { organizationId } }),
  ],
  [
    "checks no list",
    async ({ desk, organization: { id: organizationId } }) =>
      () =>
        desk.call(checkRoster, { body: { organizationId, classes } }),
  ],
  [
    "applies no run",
    async (office) => {
      const runId = await checked(office, classes);
      const { digest } = await shown(office.desk, runId);
      return () => office.desk.call(applyRoster, { params: { runId }, body: { digest, answers: [], forAll: [], allowsLoss: false } });
    },
  ],
  [
    "discards no run",
    async (office) => {
      const runId = await checked(office, classes);
      return () => office.desk.call(discardRoster, { params: { runId }, body: {} });
    },
  ],
  [
    "undoes no run",
    async (office) => {
      const runId = await applied(office, classes);
      return () => office.desk.call(undoRoster, { params: { runId }, body: {} });
    },
  ],
];

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded)("a manager who leaves the school meanwhile", () => {
  test.each(calls)("%s: errors.notFound", async (_, prepare) => {
    const office = await anOffice(portal);
    const { organization } = office;
    const call = await prepare(office);
    const before = await stateOf(office);
    const answer = await meanwhileInOrganization(portal, { organization, happens: leaves(office), call });
    expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(await stateOf(office)).toEqual(before);
  });
});
