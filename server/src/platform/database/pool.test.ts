/** Statements with parameters are prepared under a name, once per connection (DESIGN section 7). */
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestStore, isEmbedded } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";

describe.skipIf(isEmbedded)("on PostgreSQL", () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await createTestStore();
  });
  afterAll(() => store.close());

  test("a statement with parameters is prepared once, one without is not", async () => {
    const prepared = await store.database.transaction().execute(async (transaction) => {
      for (let count = 0; count < 3; count++) {
        await transaction.selectFrom("accounts").select("id").where("email", "=", `${count}@school.example`).execute();
      }
      await sql`select 1 as unnamed`.execute(transaction);
      const { rows } = await sql<{ name: string; statement: string }>`select name, statement from pg_prepared_statements`.execute(
        transaction,
      );
      return rows;
    });
    expect(prepared.filter(({ statement }) => statement.includes('from "accounts"'))).toMatchObject([
      { name: expect.stringMatching(/^storyport_\d+$/) },
    ]);
    expect(JSON.stringify(prepared)).not.toContain("unnamed");
  });

  test("no statement is compiled, because that takes longer than any of ours", async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(store.database);
    expect(rows).toEqual([{ jit: "off" }]);
  });

  test("two texts never share a name, on any connection", async () => {
    const ask = (text: string) => store.database.executeQuery<{ answer: string }>(CompiledQuery.raw(text, ["x"]));
    const texts = Array.from({ length: 60 }, (_, index) => `select $1::text || '${index}' as answer`);
    const answers = await Promise.all([...texts, ...texts].map(ask));
    expect(answers.map(({ rows }) => rows[0]?.answer)).toEqual([...texts, ...texts].map((_, index) => `x${index % 60}`));
  });

  test("beyond a thousand texts further ones run without a name", async () => {
    for (let index = 0; index < 1010; index++) {
      await store.database.executeQuery(CompiledQuery.raw(`select $1::text as t${index}`, ["x"]));
    }
    const { rows } = await store.database.executeQuery<{ last: string }>(CompiledQuery.raw("select $1::text as last", ["y"]));
    expect(rows).toEqual([{ last: "y" }]);
  });
});
