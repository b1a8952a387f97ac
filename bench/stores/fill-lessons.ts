/** Gives the first teachers of a filled store a class of students each, with a running lesson. */
import { runSql } from "./database.ts";
import { accountId, uuidOf } from "./fill-portal.ts";

export const childrenOfClass = 35;

/** SQL: `i` is the number of a teacher, and of the teacher's class and lesson. `c` is the number of a child in the class. */
const account = accountId("i");
const classOf = uuidOf("'class ' || i");
const lessonOf = uuidOf("'lesson ' || i");
const student = uuidOf("'student ' || i || ' ' || c");
const player = uuidOf("'player ' || i || ' ' || c");
const badge = "'badge-of-class-' || i || '-child-' || c";

/** The code of a child's badge, by the rule above. */
export function badgeCode(classNumber: number, child: number): string {
  return `badge-of-class-${classNumber}-child-${child}`;
}

/**
 * Game 4 of the demo accepts badges; `load/child-way.ts` plays it. No measurement opens the sealed code of a badge. Without foreign keys
 * and triggers filling takes a fraction of the time.
 */
export async function fillLessons(url: string, lessons: number): Promise<void> {
  const classes = `generate_series(1, ${lessons}) as i join account_roles r on r.account_id = ${account}`;
  const children = `${classes} cross join generate_series(1, ${childrenOfClass}) as c`;
  await runSql(
    url,
    `begin;
    set local session_replication_role = replica;
    insert into player_groups (id, organization_id, name) select ${classOf}, r.organization_id, 'Class ' || i from ${classes};
    insert into account_player_group_rights (account_id, player_group_id, rights_level) select ${account}, ${classOf}, 'OWNER' from ${classes};
    insert into accounts (id, display_name, status, activated_at) select ${student}, 'Child ' || c, 'ACTIVE', now() from ${children};
    insert into account_login_types (account_id, login_type) select ${student}, 'QRCODE' from ${children};
    insert into organization_members (account_id, organization_id, is_primary) select ${student}, r.organization_id, true from ${children};
    insert into account_roles (account_id, role_key, organization_id) select ${student}, 'student', r.organization_id from ${children};
    insert into organization_games (organization_id, game_id) select distinct r.organization_id, 4 from ${classes} on conflict do nothing;
    insert into players (id, organization_id, name) select ${player}, r.organization_id, 'Child ' || c from ${children};
    insert into player_group_players (player_group_id, player_id) select ${classOf}, ${player} from ${children};
    insert into account_players (account_id, player_id) select ${student}, ${player} from ${children};
    insert into badges (account_id, player_group_id, digest, sealed_code, expires_at)
      select ${student}, ${classOf}, sha256(convert_to(${badge}, 'UTF8')), '\\x00', now() + interval '1 year' from ${children};
    insert into lessons (id, player_group_id, organization_id, ends_at)
      select ${lessonOf}, ${classOf}, r.organization_id, now() + interval '4 hours' from ${classes};
    commit`,
  );
  await runSql(url, "vacuum analyze");
}

/** Logs the child of this number in, in each of the lessons, as a scanned badge does. Triggers run, because they tell the boards. */
export async function logChildrenIn(url: string, lessons: number, child: number): Promise<void> {
  await runSql(
    url,
    `insert into sessions (digest, account_id, organization_id, login_type, device_name, idle_seconds, expires_at, lesson_id)
      select substring(sha256(convert_to('child ' || i || ' ' || c, 'UTF8')) for 16), ${student}, r.organization_id, 'QRCODE',
        'Chrome (Android)', 300, now() + interval '5 minutes', ${lessonOf}
      from generate_series(1, ${lessons}) as i join account_roles r on r.account_id = ${account} cross join (values (${child})) as v(c)`,
  );
}

/** Returns the ids of the lessons, in the order of their teachers' numbers. */
export async function lessonIds(url: string, lessons: number): Promise<string[]> {
  const rows = await runSql(url, `select ${lessonOf} as id from generate_series(1, ${lessons}) as i order by i`);
  return rows.map((row) => String(Reflect.get(Object(row), "id")));
}
