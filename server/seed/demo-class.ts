/** The class of 25, and its running lesson: what the README's first steps lead to. */
import type { Lesson } from "@storyport/contract/lessons";
import { limits } from "@storyport/contract/limits";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { startLesson } from "#/features/lessons/start-lesson.ts";
import { giveLessonCode } from "#/features/lessons/give-lesson-code.ts";
import { insertStudents } from "#/features/players/insert-students.ts";
import { openBadgeCode } from "#/features/qr-login/badge-code.ts";
import { issueFirstBadges } from "#/features/qr-login/issue-badges.ts";
import { logInWithBadge } from "#/features/qr-login/log-in-with-badge.ts";
import { voidBadges } from "#/features/qr-login/void-badges.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { demoClass, demoLanguage } from "./demo-people.ts";

/** The caller of what happens at the start of the demo, for the history. */
const demoCaller = { requestId: "demo", network: "demo", addressBucket: "demo" };

interface FoundClass {
  id: string;
  name: string;
  organizationId: string;
  teacherId: string;
}

/** Returns undefined if the class was renamed or archived, or if the teacher no longer owns it. */
async function findClass(database: Database): Promise<FoundClass | undefined> {
  return database
    .selectFrom("player_groups as g")
    .innerJoin("account_player_group_rights as r", "r.player_group_id", "g.id")
    .innerJoin("accounts as a", "a.id", "r.account_id")
    .select(["g.id", "g.name", "g.organization_id as organizationId", "a.id as teacherId"])
    .where("g.name", "=", demoClass.name)
    .where("g.group_type", "<>", "ARCHIVED")
    .where("r.rights_level", "=", "OWNER")
    .where("a.email", "=", "teacher@fjordskolen.example")
    .executeTakeFirst();
}

/** The teacher, as if logged in. */
function asTeacher({ teacherId: accountId, organizationId }: FoundClass): LoggedInCaller {
  const nothing = { email: undefined, displayName: undefined, roles: [], permissions: [], feideServices: [] };
  const session = {
    digest: Buffer.alloc(16),
    accountId,
    organizationId,
    locale: demoLanguage,
    loginType: "PASSWORD",
    stage: "FULL",
    byPasskey: false,
    ...nothing,
  } as const;
  return { ...demoCaller, session };
}

/** Adds the students with a badge each, by the same operations that a teacher uses. */
export async function seedDemoClass(context: Pick<AppContext, "vault" | "settings">, transaction: Transaction<Tables>): Promise<void> {
  const group = await findClass(transaction);
  if (group === undefined) return;
  const caller = asTeacher(group);
  const students = demoClass.students.map((name) => ({ name, playerGroupId: group.id }));
  const inserted = await insertStudents(transaction, caller, { organizationId: group.organizationId, locale: demoLanguage, students });
  const holders = inserted.map(({ accountId: id, name }) => ({ id, display_name: name }));
  await issueFirstBadges(context, transaction, { caller, group, students: holders });
}

/**
 * Starts a lesson of the class, unless one runs. In a new lesson two children scan their badges, and one gets a one-time code. In the first
 * lesson another child tries a badge that was voided. These are real logins: the two sessions end after five minutes, as in school.
 */
export async function startDemoLesson(context: AppContext): Promise<void> {
  const group = await findClass(context.database);
  if (group === undefined) return;
  const { database } = context;
  const running = await database
    .selectFrom("lessons")
    .select("id")
    .where("player_group_id", "=", group.id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const length = { playerGroupId: group.id, minutes: limits.lesson.maxMinutes };
  const lesson = await startLesson(context, asTeacher(group), length).catch(ignoreRefusal);
  if (lesson !== undefined && lesson.id !== running?.id) await bringChildren(context, group, lesson);
}

async function bringChildren(context: AppContext, group: FoundClass, lesson: Lesson): Promise<void> {
  const badges = await context.database
    .selectFrom("badges as b")
    .innerJoin("accounts as a", "a.id", "b.account_id")
    .select(["b.sealed_code", "a.id", "a.display_name as name"])
    .where("b.player_group_id", "=", group.id)
    .where("b.voided_at", "is", null)
    .where("a.display_name", "in", demoClass.students)
    .execute();
  const scan = async (name: string) => {
    const badge = badges.find((one) => one.name === name);
    const code = badge === undefined ? undefined : openBadgeCode(context.vault, badge.sealed_code);
    if (code === undefined) return;
    const proof = { code, formerSessionSecret: undefined, mayReplace: true, userAgent: undefined };
    await logInWithBadge(context, demoCaller, proof).catch(ignoreRefusal);
  };
  const caller = asTeacher(group);
  const idOf = (name: string) => badges.find((one) => one.name === name)?.id;
  await scan("Bo");
  await scan("Ea");
  const [waiting, refused] = [idOf("Åse"), idOf("Ümit")];
  if (waiting !== undefined) await giveLessonCode(context, caller, { lessonId: lesson.id, studentUserId: waiting }).catch(ignoreRefusal);
  if (refused === undefined) return;
  await voidBadges(context, caller, { playerGroupId: group.id, studentUserId: refused }).catch(ignoreRefusal);
  await scan("Ümit");
}

/** The visitor of the demo may have changed the class, or the teacher's rights, since the last start. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
