/** A platform on a school morning: three thousand lessons began after PostgreSQL had last counted the rows of the table. */
import type { TestStore } from "./test-store.ts";

export interface Morning {
  organizationId: string;
  /** A student with a badge of this class. */
  accountId: string;
  playerGroupId: string;
  /** The owner of twenty classes, with that of the student. */
  teacherId: string;
  classIds: string[];
}

/** Lessons are kept for more than a year, so statistics of lessons are often weeks old. */
export async function fillMorning({ database, withScripts }: TestStore): Promise<Morning> {
  await withScripts(async (run) => {
    // Without triggers, which tell boards of each row.
    await run("set session_replication_role = replica");
    await run("insert into organizations (key, description) select 'Morning-' || i, 'A school' from generate_series(101, 140) i");
    await run(`insert into player_groups (organization_id, name)
      select id, key || ' ' || i from organizations, generate_series(1, 80) i where key like 'Morning-%'`);
    await run(`create temp table morning as select id, organization_id, row_number() over (order by name) as place from player_groups
      where name like 'Morning-%'`);
    await run(`insert into lessons (player_group_id, organization_id, started_at, ends_at, ended_at, ended_because)
      select id, organization_id, at, at + interval '45 minutes', at + interval '45 minutes', 'TIME'
      from morning, generate_series(now() - interval '300 days', now() - interval '10 days', interval '24 days') at`);
    const begin = (which: string) =>
      run(`insert into lessons (player_group_id, organization_id, ends_at)
        select id, organization_id, now() + interval '30 minutes' from morning where ${which}`);
    await begin("place % 40 = 1");
    await run("vacuum analyze");
    await begin("place % 40 <> 1");
    await run(`with school as (select * from morning where place <= 20),
      people as (insert into accounts (display_name, status, activated_at) values ('Morning teacher', 'ACTIVE', now()),
        ('Morning student', 'ACTIVE', now()) returning id, display_name),
      members as (insert into organization_members (account_id, organization_id)
        select p.id, s.organization_id from people p, school s where s.place = 1),
      roles as (insert into account_roles (account_id, role_key, organization_id)
        select p.id, 'teacher', s.organization_id from people p, school s where s.place = 1 and p.display_name = 'Morning teacher'),
      player as (insert into players (organization_id, name) select organization_id, 'Nora' from school where place = 1 returning id),
      owned as (insert into account_player_group_rights (account_id, player_group_id, rights_level)
        select p.id, s.id, 'OWNER' from people p, school s where p.display_name = 'Morning teacher'),
      plays as (insert into account_players (account_id, player_id)
        select p.id, player.id from people p, player where p.display_name = 'Morning student')
      insert into player_group_players (player_group_id, player_id) select s.id, player.id from school s, player where s.place = 1`);
  });
  const person = (name: string) => database.selectFrom("accounts").select("id").where("display_name", "=", name).executeTakeFirstOrThrow();
  const classes = await database
    .selectFrom("player_groups")
    .select(["id", "organization_id"])
    .where("name", "like", "Morning-%")
    .orderBy("name")
    .limit(20)
    .execute();
  const [first] = classes;
  return {
    organizationId: first?.organization_id ?? "",
    playerGroupId: first?.id ?? "",
    accountId: (await person("Morning student")).id,
    teacherId: (await person("Morning teacher")).id,
    classIds: classes.map(({ id }) => id),
  };
}
