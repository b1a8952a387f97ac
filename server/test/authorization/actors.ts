/** The callers of the authorization matrix. `enterAs` begins a session of its own for each call. */
import type { PermissionKey } from "@storyport/contract/vocabulary";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aSession, anAccount, anAdministrator } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { aSchool } from "./school.ts";
import type { School } from "./school.ts";

export const actorNames = [
  "anonymous",
  "disabled",
  "half-authenticated",
  "enrolling",
  "badge",
  "member",
  "member given more",
  "teacher",
  "group manager",
  "organization admin",
  "teacher of another school",
  "organization admin of another school",
  "admin",
] as const;
export type ActorName = (typeof actorNames)[number];

export interface World {
  portal: TestPortal;
  school: School;
  other: School;
  student: TestAccount;
  admin: TestAccount;
}

export async function aWorld(portal: TestPortal): Promise<World> {
  const school = await aSchool(portal, givenDirectly);
  const other = await aSchool(portal, givenDirectly);
  const student = await anAccount(portal, {
    email: null,
    password: null,
    loginTypes: ["QRCODE"],
    memberships: [{ organization: school.organization, roles: ["student"] }],
  });
  // Two administrators, so that neither is the last.
  await anAdministrator(portal);
  return { portal, school, other, student, admin: await anAdministrator(portal) };
}

/** Given to a member of the school, besides its role. */
export const givenDirectly: readonly PermissionKey[] = ["manage_players", "view_user_group"];

const staffOf = {
  member: "member",
  "member given more": "member",
  teacher: "teacher",
  "group manager": "group_manager",
  "organization admin": "organization_admin",
} as const;

/** The role in its school; undefined without a role there or without a login. */
export function roleOf(actor: ActorName): string | undefined {
  if (actor === "teacher of another school") return "teacher";
  if (actor === "organization admin of another school") return "organization_admin";
  return Object.hasOwn(staffOf, actor) ? staffOf[actor as keyof typeof staffOf] : undefined;
}

export async function enterAs(world: World, actor: ActorName): Promise<Browser> {
  const { portal, school, other } = world;
  const by = (account: TestAccount, organization?: { id: string }) =>
    aSession(portal, account, { loginType: "PASSWORD", ...(organization === undefined ? {} : { organizationId: organization.id }) });
  switch (actor) {
    case "anonymous":
      return portal.browser();
    case "badge":
      return aSession(portal, world.student, { loginType: "QRCODE", organizationId: school.organization.id });
    case "admin":
      return by(world.admin);
    case "teacher of another school":
      return by(other.staff.teacher, other.organization);
    case "organization admin of another school":
      return by(other.staff.organization_admin, other.organization);
    case "member given more":
      return by(school.givenMore, school.organization);
    case "disabled":
      return disabled(world);
    case "half-authenticated":
      return atStage(world, "SECOND_FACTOR");
    case "enrolling":
      return atStage(world, "ENROLMENT");
    default:
      return by(school.staff[staffOf[actor]], school.organization);
  }
}

async function disabled({ portal, school }: World): Promise<Browser> {
  const account = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["organization_admin"] }] });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: school.organization.id });
  await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
  return browser;
}

async function atStage({ portal }: World, stage: "SECOND_FACTOR" | "ENROLMENT"): Promise<Browser> {
  const account = await anAdministrator(portal);
  const browser = await aSession(portal, account, { loginType: "PASSWORD" });
  await portal.context.database.updateTable("sessions").set({ stage }).where("account_id", "=", account.id).execute();
  return browser;
}
