/** Rules of no other file in this folder, broken one at a time. */
import type { Mutant } from "./mutant.ts";

const inServer = "server/src/features";
const inWeb = "web/src/features";

const gettingIn: readonly Mutant[] = [
  {
    rule: "a password login that was taken away does not work",
    file: `${inServer}/login/queries.ts`,
    find: "where t.account_id = a.id and t.login_type = 'PASSWORD'\n  ) then a.password_hash",
    replace: "where t.account_id = a.id\n  ) then a.password_hash",
    tests: [`${inServer}/login/login-types.test.ts`, `${inServer}/login/login-refusals.test.ts`],
  },
  {
    rule: "roles without `login` do not log in",
    file: `${inServer}/login/check-password.ts`,
    find: 'account.permissions.includes("login") ?',
    replace: "account.permissions.length >= 0 ?",
    tests: [`${inServer}/login/login-refusals.test.ts`, `${inServer}/login/login-types.test.ts`],
  },
  {
    rule: "an expired password does not log in",
    file: `${inServer}/login/check-password.ts`,
    find: 'if (account.password_expired) return "errors.passwordExpired";',
    replace: "",
    tests: [`${inServer}/login/login-refusals.test.ts`, `${inServer}/passwords/expired-password.test.ts`],
  },
  {
    rule: "an account that is not active does not log in",
    file: `${inServer}/login/check-password.ts`,
    find: 'if (account.status !== "ACTIVE") return',
    replace: 'if (account.status === "DELETED") return',
    tests: [`${inServer}/login/login-refusals.test.ts`],
  },
  {
    rule: "an identity is known by issuer and subject",
    file: `${inServer}/federated-login/queries.ts`,
    find: "where i.issuer = $1 and i.subject = $2",
    replace: "where $1::text is not null and i.subject = $2",
    tests: [`${inServer}/federated-login/federated-login.test.ts`, `${inServer}/federated-login/forged-answers.test.ts`],
  },
  {
    rule: "a wrong second factor unlocks nothing",
    file: `${inServer}/second-factor/prove-second-factor.ts`,
    find: "if (by === undefined) return undefined;",
    replace: "",
    tests: [`${inServer}/second-factor/verify-second-factor.test.ts`],
  },
  {
    rule: "a mailed link counts for its own address alone",
    file: `${inServer}/links/prove-link.ts`,
    find: "if (found?.is_owner === true) return found;",
    replace: "if (found !== undefined) return found;",
    tests: [`${inServer}/passwords/set-password.test.ts`],
  },
  {
    rule: "after a login nobody is led to another origin",
    file: `${inWeb}/login-state/post-login-page.ts`,
    find: "url.pathname !== path",
    replace: "false",
    tests: [`${inWeb}/login-state/post-login-page.test.ts`],
  },
];

const rights: readonly Mutant[] = [
  {
    rule: "what changes something comes from our own pages",
    file: "server/src/platform/http/same-origin.ts",
    find: 'return site === "same-origin";',
    replace: 'return site !== "cross-site";',
    tests: ["server/src/platform/http/same-origin.test.ts", "server/test/every-endpoint.test.ts"],
  },
  {
    rule: "a call needs the permission that the contract names",
    file: "server/src/platform/http/endpoint-route.ts",
    find: "!session.permissions.includes(access.permission)) throw",
    replace: "session.permissions.length < 0) throw",
    tests: ["server/test/authorization/authorization.test.ts"],
  },
  {
    rule: "a child's badge opens what the contract allows it",
    file: "server/src/platform/http/endpoint-route.ts",
    find: 'session.loginType === "QRCODE" && access.badgeSession !== "allowed"',
    replace: "session.permissions.length < 0",
    tests: ["server/test/every-endpoint.test.ts"],
  },
  {
    rule: "half a login is no login",
    file: "server/src/platform/http/endpoint-route.ts",
    find: 'if (!(access.stages ?? ["FULL"]).includes(session.stage)) throw new Refusal("errors.notLoggedIn");',
    replace: "",
    tests: ["server/test/every-endpoint.test.ts"],
  },
  {
    rule: "who holds a level reaches it",
    file: `${inServer}/rights/levels.ts`,
    find: "rank(held) >= rank(needed)",
    replace: "rank(held) > rank(needed)",
    tests: [`${inServer}/rights/levels.test.ts`],
  },
  {
    rule: "nobody gives a role that holds more than they do",
    file: `${inServer}/rights/assignable-roles.ts`,
    find: "role.permissions.every((permission)",
    replace: "role.permissions.some((permission)",
    tests: [`${inServer}/rights/roles-and-permissions.test.ts`],
  },
  {
    rule: "`admin` is never given",
    file: `${inServer}/rights/assignable-roles.ts`,
    find: "role.is_assignable && ",
    replace: "",
    tests: [`${inServer}/rights/roles-and-permissions.test.ts`],
  },
  {
    rule: "a narrowed token ends with the one it was made from",
    file: `${inServer}/tokens/narrow-scope.ts`,
    find: "scope, notAfter: token.expiresAt });",
    replace: "scope });",
    tests: [`${inServer}/tokens/narrow-scope.test.ts`],
  },
  {
    rule: "a token that was used is forgiven for a moment only",
    file: `${inServer}/tokens/refresh-tokens.ts`,
    find: "if (family.is_recent && (",
    replace: "if ((",
    tests: [`${inServer}/tokens/refresh-tokens.test.ts`],
  },
];

const lookingAfterOthers: readonly Mutant[] = [
  {
    rule: "deactivation ends the links of a deletion too",
    file: `${inServer}/users/change-status.ts`,
    find: '["RESET", "ACTIVATION", "DELETION", "DELETION_CONFIRMATION"]',
    replace: '["RESET", "ACTIVATION"]',
    tests: [`${inServer}/users/account-states.test.ts`],
  },
  {
    rule: "a search finds what is written in full width",
    file: `${inServer}/users/search-users.ts`,
    find: 'query.normalize("NFKC")',
    replace: "query",
    tests: [`${inServer}/users/search-users.test.ts`],
  },
  {
    rule: "an edit names the version that it saw (accounts)",
    file: `${inServer}/accounts/update-account.ts`,
    find: '.where("version", "=", version)',
    replace: '.where("version", ">", version - 1000)',
    tests: [`${inServer}/users/edit-user.test.ts`],
  },
  {
    rule: "an edit names the version that it saw (player groups)",
    file: `${inServer}/player-groups/queries.ts`,
    find: '.where("version", "=", version)',
    replace: '.where("version", ">", version - 1000)',
    tests: [`${inServer}/player-groups/player-groups.test.ts`],
  },
  {
    rule: "who keeps a way to log in may give another one up",
    file: `${inServer}/users/require-way-to-log-in.ts`,
    find: "if (works) return;",
    replace: "",
    tests: [`${inServer}/users/edit-user.test.ts`, `${inServer}/users/edit-user-abuse.test.ts`],
  },
  {
    rule: "a player's name is stored in one form",
    file: `${inServer}/players/edit-player.ts`,
    find: "plainName(playerName)",
    replace: "playerName",
    tests: [`${inServer}/players/players.test.ts`],
  },
  {
    rule: "letters under way go with an account that is erased",
    file: `${inServer}/accounts/erasure-queries.ts`,
    find: 'await transaction.deleteFrom("outbox").where("recipient", "=", email).execute();',
    replace: "",
    tests: [`${inServer}/accounts/erasure.test.ts`, `${inServer}/accounts/delete-account.test.ts`],
  },
  {
    rule: "no cell of an export is a formula",
    file: "server/src/platform/http/csv.ts",
    find: "{ escapeFormulae: formula, delimiter",
    replace: "{ delimiter",
    tests: [`${inServer}/users/search-users.test.ts`, `${inServer}/players/search-players.test.ts`],
  },
];

const contract: readonly Mutant[] = [
  {
    rule: "a lone combining mark is no special character",
    file: "contract/src/password-strength.ts",
    find: "[^\\p{L}\\p{M}\\p{Nd}]",
    replace: "[^\\p{L}\\p{Nd}]",
    tests: ["contract/src/password-strength.test.ts"],
  },
  {
    rule: "an id has one spelling",
    file: "contract/src/fields.ts",
    find: "z.uuid().check(z.toLowerCase())",
    replace: "z.uuid()",
    tests: ["contract/src/fields.test.ts"],
  },
  {
    rule: "an e-mail address is checked after a pause of 500 ms",
    file: "contract/src/limits.ts",
    find: "emailCheckDebounce: 500",
    replace: "emailCheckDebounce: 50",
    tests: ["contract/src/limits.test.ts"],
  },
];

const screens: readonly Mutant[] = [
  {
    rule: "1 is a girl, everything else a boy",
    file: `${inWeb}/players/player-table.tsx`,
    find: "gender === 1 ?",
    replace: "gender !== 1 ?",
    tests: [`${inWeb}/players/player-table.test.tsx`],
  },
  {
    rule: "'Disabled' shows when an account was disabled",
    file: `${inWeb}/users/user-table.tsx`,
    find: "renderCell: ({ disabled }) => <ExactDate at={disabled} />",
    replace: "renderCell: ({ created }) => <ExactDate at={created} />",
    tests: [`${inWeb}/users/user-table.test.tsx`],
  },
  {
    rule: "a missing date is shown as '-'",
    file: "web/src/shell/exact-date.tsx",
    find: 'return "-";',
    replace: 'return "";',
    tests: [`${inWeb}/users/user-table.test.tsx`],
  },
  {
    rule: "the rules of a password are told before it is typed",
    file: `${inWeb}/passwords/password-rules.tsx`,
    find: '{password === "" && <p',
    replace: '{password === "never" && <p',
    tests: [`${inWeb}/passwords/password-rules.test.tsx`],
  },
  {
    rule: "'Activate user immediately' is sent as it is ticked",
    file: `${inWeb}/users/create-user-screen.tsx`,
    find: "change({ activated: event.currentTarget.checked })",
    replace: "change({})",
    tests: [`${inWeb}/users/create-user-screen.test.tsx`],
  },
  {
    rule: "of the user groups only regular ones are offered",
    file: `${inWeb}/users/user-group-choice.tsx`,
    find: 'groupType === "REGULAR" ||',
    replace: 'groupType !== "ARCHIVED" ||',
    tests: [`${inWeb}/users/create-user-screen.test.tsx`],
  },
  {
    rule: "of the player groups only regular ones are offered",
    file: `${inWeb}/user-groups/rights-choice.tsx`,
    find: 'group_type === "REGULAR" &&',
    replace: 'group_type !== "ARCHIVED" &&',
    tests: [`${inWeb}/user-groups/rights-choice.test.tsx`],
  },
  {
    rule: "'Select the organization' is what the choice asks for",
    file: `${inWeb}/users/organization-choice.tsx`,
    find: 'noneText ?? m["users.selectOrganization"]()',
    replace: 'noneText ?? m["users.organization"]()',
    tests: [`${inWeb}/users/create-user-screen.test.tsx`],
  },
  {
    rule: "a right beyond the reader's own is not offered to be changed",
    file: `${inWeb}/player-groups/rights-list.tsx`,
    find: "levels.includes(right.rightsType) ? (",
    replace: "levels.length > 0 ? (",
    tests: [`${inWeb}/player-groups/rights-tab.test.tsx`],
  },
  {
    rule: "an error tells under which number the log has it",
    file: "web/src/shell/something-went-wrong.tsx",
    find: "{requestId !== undefined && <p>",
    replace: '{requestId === "never" && <p>',
    tests: ["web/src/shell/something-went-wrong.test.tsx"],
  },
  {
    rule: "a wait for a game that was left asks no more",
    file: `${inWeb}/game-login/await-arrival.ts`,
    find: "while (!signal.aborted) {",
    replace: "for (;;) {",
    tests: [`${inWeb}/game-login/hand-over.test.ts`, `${inWeb}/game-login/use-hand-over.test.ts`],
  },
];

export const ruleMutants: readonly Mutant[] = [...gettingIn, ...rights, ...lookingAfterOthers, ...contract, ...screens];
