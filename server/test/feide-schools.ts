/** Schools and teachers of Feide, and the reading of their groups. */
import { randomInt } from "node:crypto";
import type { RosterMode } from "@storyport/contract/rosters";
import { expect } from "vitest";
import { readGroups } from "#/features/rosters/read-groups.ts";
import type { Browser } from "./browser.ts";
import { aSession, anAccount, anOrganization } from "./builders.ts";
import type { TestAccount } from "./builders.ts";
import { aPerson, connect, logInAt } from "./federated-login.ts";
import type { FederatedPortal } from "./federated-login.ts";
import type { Person } from "./identity-provider.ts";
import { connectFeide } from "./rosters.ts";
import type { RosterOffice } from "./rosters.ts";

export type FeideSchool = RosterOffice & { schoolNumber: string };

export const aSchoolNumber = (): string => String(randomInt(900_000_000, 1_000_000_000));

export async function aFeideSchool(portal: FederatedPortal, mode: RosterMode = "NIGHTLY"): Promise<FeideSchool> {
  const organization = await anOrganization(portal);
  const head = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  const desk = await aSession(portal, head, { loginType: "PASSWORD", organizationId: organization.id });
  const schoolNumber = aSchoolNumber();
  expect((await connectFeide(portal, organization, { schoolNumber, mode })).status).toBe(204);
  return { organization, head, desk, schoolNumber };
}

/** A class as Feide describes it. */
export function aGroup({ schoolNumber }: { schoolNumber: string }, name: string, students: readonly string[]) {
  return aGroupOf("b", { schoolNumber, name, students });
}

/** `kind` b is a class, u a subject. */
export function aGroupOf(
  kind: "b" | "u",
  { schoolNumber, name, students }: { schoolNumber: string; name: string; students: readonly string[] },
) {
  const student = (each: string) => ({
    name: each,
    userid_sec: [`feide:${each.toLowerCase()}@${schoolNumber}.example`],
    membership: { basic: "member", affiliation: "student" },
  });
  return {
    id: `fc:gogroup:school.example:${kind}:NO${schoolNumber}:${name}%2F1:2026-08-01:2027-07-31`,
    type: "fc:gogroup",
    go_type: kind,
    displayName: { nb: name },
    parent: `fc:org:school.example:unit:NO${schoolNumber}`,
    membership: { basic: "owner", affiliation: "faculty" },
    members: [...students.map(student), { name: "Kari", userid_sec: ["feide:kari@x"], membership: { affiliation: "faculty" } }],
  };
}

export async function aFeideTeacher(
  portal: FederatedPortal,
  of: readonly Pick<FeideSchool, "organization">[],
  groups: Person["groups"] = [],
): Promise<{ account: TestAccount; person: Person }> {
  const memberships = of.map(({ organization }) => ({ organization, roles: ["teacher"] }));
  const account = await anAccount(portal, { loginTypes: ["PASSWORD", "FEIDE"], memberships });
  const person = aPerson({ groups });
  await connect(portal, { account, provider: "FEIDE", person });
  return { account, person };
}

/** Logs in, and leaves the person's groups unread. The login never waits for them. */
export async function logInByFeide(portal: FederatedPortal, person: Person): Promise<Browser> {
  const browser = portal.browser();
  const answer = await logInAt(portal.identities, browser, { provider: "FEIDE", person });
  expect(answer.headers.location).toBe("/post-login");
  return browser;
}

export async function logInAndRead(portal: FederatedPortal, person: Person): Promise<Browser> {
  const browser = await logInByFeide(portal, person);
  await readGroups(portal.context);
  return browser;
}
