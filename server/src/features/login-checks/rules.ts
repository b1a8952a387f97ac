/** The rules of a login, one by one. `may_open` and the logins decide; a test keeps both in agreement. */
import type { LoginObstacle, LoginRule, RuleCheck } from "@storyport/contract/login-checks";
import type { LoginType } from "@storyport/contract/vocabulary";
import { allowsPasskey } from "#/features/passkeys/allows-passkey.ts";
import type { GameFacts, LoginFacts } from "./queries.ts";

/** Describes a rule. `obstacle` is undefined if the rule is met. `at`: when the obstacle arose. */
function check(rule: LoginRule, obstacle: LoginObstacle | undefined, at?: string): RuleCheck {
  return obstacle === undefined ? { rule, isMet: true } : { rule, isMet: false, obstacle, ...(at !== undefined && { at }) };
}

/** What an account can log in with that `LoginFacts` does not say. */
export interface OtherWays {
  /** Whether it has a passkey that works. */
  hasPasskey: boolean;
  /** The providers that this portal offers. */
  offered: readonly LoginType[];
}

/** The rules of logging in. A student has the rules of badges, any other account the rules of passwords, passkeys and providers. */
export function loginChecks(facts: LoginFacts, others: OtherWays): RuleCheck[] {
  return [
    check("accountActive", statusObstacle(facts)),
    ...(facts.is_administrator ? [] : [check("inOrganization", facts.is_member ? undefined : "notMember")]),
    check("mayLogIn", facts.permissions.includes("login") ? undefined : "noLoginPermission"),
    ...(isStudent(facts) ? badgeChecks(facts) : [check("hasWayIn", wayInObstacle(facts, others))]),
  ];
}

/** A student with another role is still meant to log in by badge. The other role is the obstacle. */
export function isStudent({ is_only_student, has_student_role, has_password, providers }: LoginFacts): boolean {
  return is_only_student || (has_student_role && !has_password && providers.length === 0);
}

function statusObstacle({ status, deactivated_by_platform }: LoginFacts): LoginObstacle | undefined {
  switch (status) {
    case "ACTIVE":
      return undefined;
    case "CREATED":
      return "invited";
    case "DEACTIVATED":
      return deactivated_by_platform ? "deactivatedByPlatform" : "deactivated";
    case "DELETED":
      return "deleted";
  }
}

function badgeChecks(facts: LoginFacts): RuleCheck[] {
  const { badge } = facts;
  return [
    check("onlyStudent", facts.is_only_student ? undefined : "moreThanStudent"),
    check("badgeAllowed", facts.login_types.includes("QRCODE") ? undefined : "badgeNotAllowed"),
    check("badgeLive", badgeObstacle(facts), badge?.is_expired === true && !badge.is_void ? badge.expires_at : undefined),
  ];
}

function badgeObstacle({ badge, has_class }: LoginFacts): LoginObstacle | undefined {
  if (badge === null) return has_class ? "noBadge" : "noClass";
  if (badge.is_void) return "badgeVoided";
  if (badge.is_expired) return "badgeExpired";
  return badge.is_class_archived ? "classArchived" : undefined;
}

/** Whether a passkey logs the account in. Its login type is PASSWORD. */
function passkeyWorks({ login_types }: LoginFacts, { hasPasskey }: OtherWays): boolean {
  return hasPasskey && allowsPasskey(login_types);
}

/** A way in that works today: a passkey, an unexpired password, or a connected provider that this portal offers. */
function hasWayIn(facts: LoginFacts, others: OtherWays): boolean {
  if (passkeyWorks(facts, others)) return true;
  const { login_types, has_password, password_expired, providers } = facts;
  return login_types.some((type) =>
    type === "PASSWORD" ? has_password && !password_expired : providers.includes(type) && others.offered.includes(type),
  );
}

function wayInObstacle(facts: LoginFacts, others: OtherWays): LoginObstacle | undefined {
  if (hasWayIn(facts, others)) return undefined;
  return facts.has_password && facts.password_expired ? "passwordExpired" : "noWayIn";
}

/** The rules of opening a game in the organization. */
export function gameChecks(facts: LoginFacts, others: OtherWays, game: GameFacts): RuleCheck[] {
  const ofAdult: LoginType[] = passkeyWorks(facts, others) ? [...facts.login_types, "PASSWORD"] : facts.login_types;
  const own: LoginType[] = isStudent(facts) ? ["QRCODE"] : ofAdult;
  // `may_open` lets administrators in by any login type.
  const hasCommonType = facts.is_administrator || own.some((type) => game.login_types.includes(type));
  const holdsAll = game.required_permissions.every((key) => facts.permissions.includes(key));
  return [
    check("gameOffered", game.is_retired ? "gameRetired" : game.is_offered ? undefined : "gameNotOffered"),
    check("gameLoginType", hasCommonType ? undefined : "noCommonLoginType"),
    check("gamePermission", holdsAll ? undefined : "permissionMissing"),
    check("gameCallback", game.has_callback ? undefined : "noCallback"),
  ];
}

/** The rule of the dashboard, for any account but a student's. `openDashboard` demands the same permissions. */
export function dashboardChecks(facts: LoginFacts): RuleCheck[] {
  if (isStudent(facts)) return [];
  const mayOpen = ["login_dashboard", "view_user_group"].every((key) => facts.permissions.includes(key));
  return [check("dashboard", mayOpen ? undefined : "noDashboardPermission")];
}
