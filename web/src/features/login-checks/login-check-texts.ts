import type { LoginCheck, LoginObstacle, LoginRule, RuleCheck } from "@storyport/contract/login-checks";
import { m } from "@storyport/texts/messages";
import { lastDay } from "#/features/player-groups/badge-dates.ts";
import { isolate } from "#/ui/isolate.ts";

/** Texts for rules and advice, with the names of the organization and the game that were asked about. */
export interface RuleTexts {
  rule: (check: RuleCheck) => string;
  advice: (obstacle: LoginObstacle, at: string | undefined) => string;
}

interface Names {
  organization: string;
  game: string;
  /** The day on which a badge ended. */
  date: string;
}

const ruleWords: Record<LoginRule, (names: Names) => string> = {
  accountActive: () => m["loginChecks.ruleAccountActive"](),
  inOrganization: ({ organization }) => m["loginChecks.ruleInOrganization"]({ organization }),
  mayLogIn: () => m["loginChecks.ruleMayLogIn"](),
  onlyStudent: () => m["loginChecks.ruleOnlyStudent"](),
  hasWayIn: () => m["loginChecks.ruleHasWayIn"](),
  badgeAllowed: () => m["loginChecks.ruleBadgeAllowed"](),
  badgeLive: () => m["loginChecks.ruleBadgeLive"](),
  gameOffered: ({ organization, game }) => m["loginChecks.ruleGameOffered"]({ organization, game }),
  gameLoginType: ({ game }) => m["loginChecks.ruleGameLoginType"]({ game }),
  gamePermission: ({ game }) => m["loginChecks.ruleGamePermission"]({ game }),
  gameCallback: ({ game }) => m["loginChecks.ruleGameCallback"]({ game }),
  dashboard: () => m["loginChecks.ruleDashboard"](),
};

const adviceWords: Record<LoginObstacle, (names: Names) => string> = {
  invited: () => m["loginChecks.adviceInvited"](),
  deactivated: () => m["loginChecks.adviceDeactivated"](),
  deactivatedByPlatform: () => m["loginChecks.adviceDeactivatedByPlatform"](),
  deleted: () => m["loginChecks.adviceDeleted"](),
  notMember: () => m["loginChecks.adviceNotMember"](),
  noLoginPermission: () => m["loginChecks.adviceNoLoginPermission"](),
  moreThanStudent: () => m["loginChecks.adviceMoreThanStudent"](),
  noWayIn: () => m["loginChecks.adviceNoWayIn"](),
  passwordExpired: () => m["loginChecks.advicePasswordExpired"](),
  badgeNotAllowed: () => m["loginChecks.adviceBadgeNotAllowed"](),
  noBadge: () => m["loginChecks.adviceNoBadge"](),
  badgeVoided: () => m["loginChecks.adviceBadgeVoided"](),
  badgeExpired: ({ date }) => m["loginChecks.adviceBadgeExpired"]({ date }),
  classArchived: () => m["loginChecks.adviceClassArchived"](),
  noClass: () => m["loginChecks.adviceNoClass"](),
  gameNotOffered: (names) => m["loginChecks.adviceGameNotOffered"](names),
  gameRetired: (names) => m["loginChecks.adviceGameRetired"](names),
  noCommonLoginType: (names) => m["loginChecks.adviceNoCommonLoginType"](names),
  permissionMissing: (names) => m["loginChecks.advicePermissionMissing"](names),
  noCallback: (names) => m["loginChecks.adviceNoCallback"](names),
  noDashboardPermission: () => m["loginChecks.adviceNoDashboardPermission"](),
};

/** Without `gameId` no rule about a game is among the checks. */
export function ruleTexts({ organization, games }: LoginCheck, gameId: number | undefined): RuleTexts {
  const game = games.find((offered) => offered.gameId === gameId)?.description;
  const names = { organization: isolate(organization?.organization_key ?? m["loginChecks.noOrganization"]()), game: isolate(game ?? "") };
  return {
    rule: ({ rule }) => ruleWords[rule]({ ...names, date: "" }),
    advice: (obstacle, at) => adviceWords[obstacle]({ ...names, date: at === undefined ? "" : lastDay(at) }),
  };
}
