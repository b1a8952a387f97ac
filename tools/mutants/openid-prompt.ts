/** What OpenID clients demand of a login, what they send beside it, a school's consent to names, and the notices of logouts. */
import type { Mutant } from "./mutant.ts";

const inServer = "server/src/features";
const tests = [`${inServer}/game-login/openid-prompt.test.ts`];
const consentTests = [`${inServer}/organizations/outdated-consents.test.ts`];
const requestTests = [`${inServer}/game-login/openid-requests.test.ts`];

export const openidPromptMutants: readonly Mutant[] = [
  {
    rule: "a game that demands a recent login gets no older one",
    file: `${inServer}/sessions/is-proven-since.ts`,
    find: "return proven !== undefined;",
    replace: "return true;",
    tests,
  },
  {
    rule: "a request from elsewhere gets no code without a question",
    file: `${inServer}/game-login/answer-silently.ts`,
    find: "if (!isOwn || ",
    replace: "if (",
    tests,
  },
  {
    rule: "a client that means one user gets no code of another",
    file: `${inServer}/game-login/openid-door.ts`,
    find: "hinted !== undefined && hinted.account_id === session?.accountId",
    replace: "hinted !== undefined",
    tests: requestTests,
  },
  {
    rule: "a request object is refused, and never ignored",
    file: `${inServer}/game-login/openid-request.ts`,
    find: "return { error: unsupported };",
    replace: "return undefined;",
    tests: requestTests,
  },
  {
    rule: "a parameter that is sent twice is refused",
    file: `${inServer}/game-login/openid-request.ts`,
    find: '|| isRepeated) return { error: "invalid_request" };',
    replace: ') return { error: "invalid_request" };',
    tests: requestTests,
  },
  {
    rule: "a posted request keeps its parameters",
    file: "server/src/platform/http/posted-address.ts",
    find: "return fields.length === 0 ? url : `${url}?${new URLSearchParams(fields)}`;",
    replace: "return url;",
    tests: [...requestTests, `${inServer}/login/log-out-by-game.test.ts`],
  },
  {
    rule: "an outdated page does not give a tool again what was withdrawn meanwhile",
    file: `${inServer}/organizations/share-names.ts`,
    find: "seen !== undefined && hasSameWords(seen, shown)",
    replace: "true",
    tests: consentTests,
  },
  {
    rule: "a tool is not given names and withdrawn by turns without end",
    file: `${inServer}/organizations/share-names.ts`,
    find: "free: 5, firstWaitSeconds: 3600,",
    replace: "free: 500, firstWaitSeconds: 3600,",
    tests: consentTests,
  },
  {
    rule: "the history names who took a tool with its consent from a school",
    file: `${inServer}/organizations/edit-organization.ts`,
    find: "await endConsentsOfLeftGames(transaction, organizationId);",
    replace: "[];",
    tests: consentTests,
  },
  {
    rule: "a new logout notice does not shorten the waits of a game that fails",
    file: `${inServer}/tokens/logout-notice-queries.ts`,
    find: "then now() else n.send_after end",
    replace: "then now() end",
    tests: [`${inServer}/tokens/failing-logout-addresses.test.ts`],
    only: "no wait gets shorter",
  },
];
