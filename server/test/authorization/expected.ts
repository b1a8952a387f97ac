/**
 * The expected verdicts (DESIGN 8.2). They follow from the least that each call needs, and from the permissions of each actor. Both are
 * written by hand. "in" means past the guards: done, or refused because of the input.
 */
import type { Endpoint } from "@storyport/contract/endpoint";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import { givenDirectly, roleOf } from "./actors.ts";
import type { ActorName } from "./actors.ts";
import { aimed } from "./calls.ts";
import { isForBadge, isOnlyInIncompleteLogin, isInIncompleteLogin, leastOf, permissionsOfRoles } from "./least.ts";

export type Verdict = "open" | "in" | 401 | 403 | 404;

/** The permissions of each actor in its own school: by its role and directly. */
function held(actor: ActorName): readonly PermissionKey[] {
  const role = roleOf(actor);
  return [...((role === undefined ? undefined : permissionsOfRoles[role]) ?? []), ...(actor === "member given more" ? givenDirectly : [])];
}

/** Calls about a player group, its players or its students, by the rights level that they need. */
const byRights: Record<string, "READ" | "PLAY" | "MODIFY" | "OWNER"> = {
  checkLogin: "READ",
  listBadges: "READ",
  issueBadges: "MODIFY",
  reprintBadges: "MODIFY",
  voidBadges: "MODIFY",
  issueOneTimeCodes: "PLAY",
  voidOneTimeCodes: "PLAY",
  acceptTransfer: "MODIFY",
  checkClassMove: "MODIFY",
  moveStudents: "MODIFY",
  listTransfers: "OWNER",
  openTransfer: "OWNER",
  withdrawTransfer: "OWNER",
  getRunningLesson: "READ",
  startLesson: "PLAY",
  getLessonBoard: "READ",
  watchLessonBoard: "READ",
  ringBell: "PLAY",
  giveLessonCode: "PLAY",
  adoptDevice: "PLAY",
  seatChild: "PLAY",
  refuseDevice: "PLAY",
  listDevices: "PLAY",
  renameDevice: "PLAY",
  removeDevice: "PLAY",
  createStudent: "MODIFY",
  checkClassImport: "MODIFY",
  importClass: "MODIFY",
  listClassImports: "READ",
  undoClassImport: "MODIFY",
  reprintClassImport: "MODIFY",
  listMissingOfClass: "READ",
  answerMissing: "MODIFY",
  getPlayer: "READ",
  editPlayer: "MODIFY",
  getPlayerGroup: "READ",
  editPlayerGroup: "MODIFY",
  setPlayerGroupRight: "OWNER",
  eraseStudent: "OWNER",
  previewErasure: "OWNER",
  exportPersonalData: "OWNER",
};

/** Calls about a game, by the rights level on it. The teacher owns the game, the group manager reads it. */
const byGameRights: Record<string, "READ" | "MODIFY" | "OWNER"> = {
  editOwnGame: "MODIFY",
  createEdition: "OWNER",
  listRefusedLogins: "READ",
  listGameRights: "OWNER",
  setGameRight: "OWNER",
  startConformanceRun: "MODIFY",
  startWalk: "MODIFY",
  listConformanceRuns: "READ",
  getConformanceRun: "READ",
  playScene: "MODIFY",
  chooseScene: "MODIFY",
  shareConformanceRun: "MODIFY",
};

export function expectedOf(endpoint: Endpoint, actor: ActorName): Verdict {
  const { name } = endpoint;
  const [least] = leastOf(name);
  if (least === undefined) throw new Error(`${name} is not in server/test/authorization/least.ts.`);
  if (least === "open") return "open";
  if (actor === "anonymous" || actor === "disabled") return 401;
  if (actor === "half-authenticated" || actor === "enrolling") return isInIncompleteLogin(name, actor) ? "in" : 401;
  if (isOnlyInIncompleteLogin(name)) return 401;
  if (actor === "badge") return isForBadge(name) ? inOwnSchool(endpoint, actor) : 403;
  if (actor === "admin") return "in";
  if (least !== "any" && !held(actor).includes(least)) return 403;
  return actor.endsWith("of another school") ? inAnotherSchool(endpoint) : inOwnSchool(endpoint, actor);
}

/**
 * A thing of another school is refused as not found; the dashboard redirects to its no-access page instead. The link of a
 * transfer is for every other school.
 */
const isForAll = ["openDashboard", "checkTransfer"];

function inAnotherSchool({ name }: Endpoint): Verdict {
  return Object.hasOwn(aimed, name) && !isForAll.includes(name) ? 404 : "in";
}

/** The teacher owns the group, the group manager reads it, the organization's manager owns all, the others have no right on it. */
function inOwnSchool({ name }: Endpoint, actor: ActorName): Verdict {
  const onGame = byGameRights[name];
  if (onGame !== undefined) return actor === "teacher" ? "in" : actor !== "group manager" ? 404 : onGame === "READ" ? "in" : 403;
  const needs = byRights[name];
  if (needs === undefined || actor === "teacher" || actor === "organization admin") return "in";
  if (actor === "group manager") return needs === "READ" ? "in" : 403;
  return 404;
}
