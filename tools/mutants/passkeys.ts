/** The rules of passkeys (docs/decisions/0064). */
import type { Mutant } from "./mutant.ts";

const feature = "server/src/features/passkeys";
const login = [`${feature}/passkey-login.test.ts`];
const challenges = [`${feature}/login-challenges.test.ts`];
const own = [`${feature}/own-passkeys.test.ts`];
const attestations = [`${feature}/attestations.test.ts`];
const halfLogin = [`${feature}/half-login.test.ts`];
const waysIn = [`${feature}/ways-in.test.ts`];

export const passkeyMutants: readonly Mutant[] = [
  {
    rule: "passkeys: a statement with certificates is not followed",
    file: `${feature}/add-passkey.ts`,
    find: "    requirePlainStatement(attestationObject);\n",
    replace: "",
    tests: attestations,
  },
  {
    rule: "passkeys: a challenge works once",
    file: `${feature}/challenges.ts`,
    find: "return askedAt && { challenge, askedAt };",
    replace: "return { challenge, askedAt: askedAt ?? new Date() };",
    tests: challenges,
  },
  {
    rule: "passkeys: a challenge belongs to its browser",
    file: `${feature}/queries.ts`,
    find: '    .where("asker", "=", asker)\n',
    replace: "",
    tests: challenges,
  },
  {
    rule: "passkeys: a challenge lives five minutes",
    file: `${feature}/queries.ts`,
    find: '    .where("expires_at", ">", sql<Date>`now()`)\n',
    replace: "",
    tests: challenges,
  },
  {
    rule: "passkeys: the device verifies its user",
    file: `${feature}/prove-passkey.ts`,
    find: "requireUserVerification: true",
    replace: "requireUserVerification: false",
    tests: login,
  },
  {
    rule: "passkeys: the origin is exact",
    file: `${feature}/prove-passkey.ts`,
    find: "expectedOrigin: origin",
    replace: 'expectedOrigin: [origin, "https://evil.example", "http://localhost:3001"]',
    tests: login,
  },
  {
    rule: "passkeys: the handle is the account's",
    file: `${feature}/prove-passkey.ts`,
    find: 'typeof userHandle === "string" && userHandle !== ',
    replace: 'typeof userHandle === "number" && userHandle !== ',
    tests: login,
  },
  {
    rule: "passkeys: the signature is checked",
    file: `${feature}/prove-passkey.ts`,
    find: "return verified ? ",
    replace: "return verified !== undefined ? ",
    tests: login,
  },
  {
    rule: "passkeys: the counter rises",
    file: `${feature}/queries.ts`,
    find: "(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))",
    replace: "(counter <= ${counter}::bigint or ${counter}::bigint >= 0)",
    tests: login,
  },
  {
    rule: "passkeys: an answer that was overtaken marks nothing",
    file: `${feature}/accept-use.ts`,
    find: '  if (await isOvertaken(transaction, use)) throw new Refusal("errors.passkeyStale");\n',
    replace: "",
    tests: login,
  },
  {
    rule: "passkeys: a copy's answer to a fresh challenge was not overtaken",
    file: `${feature}/queries.ts`,
    find: '    .where("last_used_at", ">", askedAt)\n',
    replace: "",
    tests: login,
  },
  {
    rule: "passkeys: a count that was signed twice was not overtaken",
    file: `${feature}/queries.ts`,
    find: '.where("counter", ">", String(counter))',
    replace: '.where("counter", ">=", String(counter))',
    tests: login,
  },
  {
    rule: "passkeys: a copied passkey never logs in again",
    file: `${feature}/queries.ts`,
    find: "where id = ${passkeyId}::uuid and copied_at is null and",
    replace: "where id = ${passkeyId}::uuid and",
    tests: login,
  },
  {
    rule: "passkeys: a login passes a demanded second factor",
    file: "server/src/features/sessions/find-session.ts",
    find: "|| row.by_passkey ",
    replace: "",
    tests: login,
  },
  {
    rule: "passkeys: an account that is not active is refused",
    file: `${feature}/log-in-with-passkey.ts`,
    find: '  if (status !== "ACTIVE") return "errors.userNotActive";\n',
    replace: "  if (status === undefined) return undefined;\n",
    tests: login,
  },
  {
    rule: "passkeys: a student has none",
    file: `${feature}/log-in-with-passkey.ts`,
    find: "!may_log_in_itself || isOnlyStudent(all_roles)",
    replace: "!may_log_in_itself || isOnlyStudent(all_roles.slice(0, 0))",
    tests: login,
  },
  {
    rule: "passkeys: an account with badges alone has none",
    file: `${feature}/log-in-with-passkey.ts`,
    find: "!may_log_in_itself || ",
    replace: "",
    tests: login,
  },
  {
    rule: "passkeys: disconnecting the only provider leaves a login type",
    file: "server/src/features/federated-login/disconnect-identity.ts",
    find: '  if (left.every((type) => type === "QRCODE" || type === "API")) await addLoginTypes(transaction, [accountId], ["PASSWORD"]);\n',
    replace: "",
    tests: own,
  },
  {
    rule: "passkeys: adding needs a recent login",
    file: `${feature}/start-registration.ts`,
    find: "  await requireRecentLogin(database, session);\n",
    replace: "",
    tests: own,
  },
  {
    rule: "passkeys: the device verifies its user when it creates one",
    file: `${feature}/add-passkey.ts`,
    find: "requireUserVerification: true",
    replace: "requireUserVerification: false",
    tests: own,
  },
  {
    rule: "passkeys: the last way in stays",
    file: `${feature}/remove-passkey.ts`,
    find: "if (isOnly && !(await has",
    replace: "if (!isOnly && !(await has",
    tests: own,
  },
  {
    rule: "passkeys: removing ends what passkeys opened elsewhere",
    file: `${feature}/remove-passkey.ts`,
    find: "    await endSessionsByPasskey(transaction, { accountId, except: digest });\n",
    replace: "",
    tests: own,
  },
  {
    rule: "passkeys: a copied passkey is no way in",
    file: `${feature}/has-passkey.ts`,
    find: "copied_at === null",
    replace: "copied_at !== undefined",
    tests: waysIn,
  },
  {
    rule: "passkeys: they end with the login type PASSWORD",
    file: "server/src/features/users/change-login-types.ts",
    find: "    await forgetPasskeys(transaction, user.id);\n",
    replace: "",
    tests: waysIn,
  },
  {
    rule: "passkeys: they end with the address",
    file: "server/src/features/accounts/end-ways-in.ts",
    find: 'transaction.deleteFrom("passkeys").where("account_id", "=", accountId).executeTakeFirst()',
    replace: 'transaction.deleteFrom("passkeys").where("account_id", "is", null).executeTakeFirst()',
    tests: waysIn,
  },
  {
    rule: "passkeys: a half session takes the passkey of its own account",
    file: `${feature}/complete-login.ts`,
    find: "ownerId: session.accountId",
    replace: "ownerId: undefined",
    tests: halfLogin,
  },
  {
    rule: "passkeys: a renamed passkey is the caller's",
    file: `${feature}/queries.ts`,
    find: '    .where("id", "=", passkeyId)\n    .where("account_id", "=", accountId)\n',
    replace: '    .where("id", "=", passkeyId)\n',
    tests: halfLogin,
  },
  {
    rule: "passkeys: unfinished challenges of a user are limited",
    file: `${feature}/confirm-by-passkey.ts`,
    find: "  await takeAttempt(database, askedChallenges(session), askingPolicy);\n",
    replace: "",
    tests: [`${feature}/confirm-by-passkey.test.ts`],
  },
];
