/**
 * What the contract promises about who may call what (DESIGN 8.2): worked out from `access` alone, so that an endpoint that is
 * written tomorrow is held to it. "in" is past the guards: done, or refused for what was asked and not for who asks.
 */
import type { Endpoint } from "@storyport/contract/endpoint";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import type { ActorName } from "./actors.ts";
import { aimed } from "./calls.ts";

export type Verdict = "open" | "in" | 401 | 403 | 404;

const staff: PermissionKey[] = ["login", "set_display_name", "login_dashboard", "view_user_group", "manage_players"];
const manager: PermissionKey[] = [...staff, "manage_members"];

/** What each actor holds in its own school. */
const held: Partial<Record<ActorName, PermissionKey[]>> = {
  member: ["login", "set_display_name"],
  teacher: staff,
  "group manager": staff,
  "organization admin": manager,
  "teacher of another school": staff,
  "organization admin of another school": manager,
};

/** Calls about one player group or its players, by the rights level that they need there. */
const byRights: Record<string, "READ" | "MODIFY" | "OWNER"> = {
  listBadges: "READ",
  issueBadges: "MODIFY",
  reprintBadges: "MODIFY",
  voidBadges: "MODIFY",
  issueOneTimeCode: "MODIFY",
  createStudent: "MODIFY",
  getPlayer: "READ",
  editPlayer: "MODIFY",
  getPlayerGroup: "READ",
  editPlayerGroup: "MODIFY",
  setPlayerGroupRight: "OWNER",
};

export function expectedOf(endpoint: Endpoint, actor: ActorName): Verdict {
  const { access } = endpoint;
  if (access.by !== "session") return "open";
  if (actor === "anonymous" || actor === "disabled") return 401;
  const stages = access.stages ?? ["FULL"];
  if (actor === "half-authenticated") return stages.includes("SECOND_FACTOR") ? "in" : 401;
  if (actor === "enrolling") return stages.includes("ENROLMENT") ? "in" : 401;
  if (!stages.includes("FULL")) return 401;
  if (actor === "badge") return access.badgeSession === "allowed" ? inOwnSchool(endpoint, actor) : 403;
  if (actor === "admin") return "in";
  if (access.permission !== "none" && held[actor]?.includes(access.permission) !== true) return 403;
  return actor.endsWith("of another school") ? inAnotherSchool(endpoint) : inOwnSchool(endpoint, actor);
}

/** A thing of a school that is not one's own answers as absent; the way to the dashboard leads to its no-access page instead. */
function inAnotherSchool({ name }: Endpoint): Verdict {
  return Object.hasOwn(aimed, name) && name !== "openDashboard" ? 404 : "in";
}

/** The teacher owns the group, the group manager reads it, who runs the school has all of it, the others hold nothing on it. */
function inOwnSchool({ name }: Endpoint, actor: ActorName): Verdict {
  const needs = byRights[name];
  if (needs === undefined || actor === "teacher" || actor === "organization admin") return "in";
  if (actor === "group manager") return needs === "READ" ? "in" : 403;
  return 404;
}
