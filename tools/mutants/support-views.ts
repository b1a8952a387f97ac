/** Rules of an administrator's view of another person, broken one at a time. */
import type { Mutant } from "./mutant.ts";

export const supportViewMutants: readonly Mutant[] = [
  {
    rule: "an administrator's view ends with its time",
    file: "server/src/features/sessions/queries.ts",
    find: "and v.ends_at > now() ",
    replace: "",
    tests: ["server/src/features/support-views/support-views.test.ts"],
  },
  {
    rule: "an administrator's view shows no pass code of a player",
    file: "server/src/features/players/get-player.ts",
    find: " && session.supportView === undefined",
    replace: "",
    tests: ["server/test/authorization/support-views.test.ts"],
  },
  {
    rule: "an administrator's view changes nothing",
    file: "server/src/platform/http/endpoint-route.ts",
    find: "  requireNoView(endpoint, session);\n",
    replace: "",
    tests: ["server/src/features/support-views/support-views.test.ts"],
  },
  {
    rule: "an administrator's view sends no letter by a form for anyone",
    file: "server/src/platform/http/endpoint-route.ts",
    find: "    if (session !== undefined) requireNoView(endpoint, session);\n",
    replace: "",
    tests: ["server/src/features/support-views/support-views.test.ts"],
  },
  {
    rule: "a page that shows another account than the session's changes nothing",
    file: "server/src/platform/http/endpoint-route.ts",
    find: "  requireShownAccount(endpoint, { request, session });\n",
    replace: "",
    tests: ["server/src/features/support-views/shown-account.test.ts"],
  },
];
