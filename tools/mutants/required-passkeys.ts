/** The rules of passkeys that an organization requires (docs/decisions/0073, docs/decisions/0082). */
import type { Mutant } from "./mutant.ts";

const feature = "server/src/features/passkeys";
const required = [`${feature}/required-passkeys.test.ts`];
const running = [`${feature}/running-sessions.test.ts`];
const requiredLetter = ["server/src/features/organizations/passkeys-required-letter.test.ts"];

export const requiredPasskeyMutants: readonly Mutant[] = [
  {
    rule: "required passkeys: a half session adds the first alone",
    file: `${feature}/start-registration.ts`,
    find: 'if (stage !== "FULL") return own.length > 0;',
    replace: 'if (stage !== "FULL") return stage === "ENROLMENT" && own.length > 0;',
    tests: required,
  },
  {
    rule: "required passkeys: students need none",
    file: `${feature}/passkey-step.ts`,
    find: '  if (isOnlyStudent(await rolesOf(database, accountId))) return "none";\n',
    replace: "",
    tests: required,
  },
  {
    rule: "required passkeys: the last stays",
    file: `${feature}/remove-passkey.ts`,
    find: '    if (isOnly && (await mustKeepPasskey(transaction, accountId))) throw new Refusal("errors.passkeyDemanded");\n',
    replace: "",
    tests: required,
  },
  {
    rule: "required passkeys: an account without a password may remove the last",
    file: `${feature}/remove-passkey.ts`,
    find: 'return (await listLoginTypes(database, accountId)).includes("PASSWORD");',
    replace: "return (await listLoginTypes(database, accountId)).length > 0;",
    tests: required,
  },
  {
    rule: "required passkeys: the passkey comes instead of the code",
    file: "server/src/features/second-factor/required-stage.ts",
    find: '  if (passkey === "use") return "PASSKEY";\n',
    replace: "",
    tests: required,
  },
  {
    rule: "required passkeys: the first passkey comes after the code",
    file: "server/src/features/second-factor/verify-second-factor.ts",
    find: 'stage: needsPasskey ? "PASSKEY" : "FULL"',
    replace: 'stage: "FULL"',
    tests: required,
  },
  {
    rule: "required passkeys: they are a manager's setting",
    file: "server/src/features/organizations/require-passkeys.ts",
    find: "    await requireReach(transaction, session, reach);\n",
    replace: "",
    tests: ["server/src/features/organizations/require-passkeys.test.ts"],
  },
  {
    rule: "required passkeys: a running session without one ends",
    file: "server/src/features/sessions/lets-in.ts",
    find: " || row.is_passkey_overdue === true",
    replace: "",
    tests: running,
  },
  {
    rule: "required passkeys: a session that has ended is not listed",
    file: "server/src/features/sessions/list-sessions-of.ts",
    find: "rows.filter((row) => letsIn(row, settings))",
    replace: "rows",
    tests: running,
  },
  {
    rule: "required passkeys: the list tells when a running session ends",
    file: "server/src/features/sessions/list-sessions-of.ts",
    find: "due !== null && due < end ? due : end",
    replace: "end",
    tests: running,
  },
  {
    rule: "required passkeys: a running session has eight hours",
    file: "server/src/features/sessions/queries.ts",
    find: "make_interval(hours => ${limits.passkeys.graceHours})",
    replace: "make_interval(hours => 1)",
    tests: running,
  },
  {
    rule: "required passkeys: a running session by a provider needs none",
    file: "server/src/features/sessions/queries.ts",
    find: "and s.login_type = 'PASSWORD' and not s.by_passkey",
    replace: "and not s.by_passkey",
    tests: running,
  },
  {
    rule: "required passkeys: a running session of a student needs none",
    file: "server/src/features/sessions/queries.ts",
    find: " and not is_only_student(s.account_id)",
    replace: "",
    tests: running,
  },
  {
    rule: "required passkeys: a passkey keeps a running session",
    file: "server/src/features/sessions/note-passkey.ts",
    find: ".set({ by_passkey: true })",
    replace: ".set({ by_passkey: false })",
    tests: running,
  },
  {
    rule: "required passkeys: a letter goes out once a day",
    file: "server/src/features/organizations/require-passkeys.ts",
    find: "    day,\n  );",
    replace: "    0,\n  );",
    tests: requiredLetter,
  },
  {
    rule: "required passkeys: the letters wait behind a password reset",
    file: "server/src/platform/mail/outbox.ts",
    find: "coalesce(${due(sql`not is_for_many`)}, ${due(sql`is_for_many`)})",
    replace: "coalesce(${due(sql`is_for_many`)}, ${due(sql`not is_for_many`)})",
    tests: [...requiredLetter, "server/src/platform/mail/outbox.test.ts"],
  },
  {
    rule: "required passkeys: children get no letter",
    file: "server/src/features/organizations/staff-with-password.ts",
    find: "id: sql`a.id`, organizationId",
    replace: "id: sql`null::uuid`, organizationId",
    tests: requiredLetter,
  },
];
