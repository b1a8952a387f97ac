import { describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const url = "postgres://storyport:pw@127.0.0.1:6432/storyport";
const direct = "postgres://storyport:pw@one,two/storyport?target_session_attrs=read-write";

function mistakesOf(env: Record<string, string>): string {
  try {
    readSettings(env);
    return "";
  } catch (error) {
    return String(error);
  }
}

describe("the settings of the database", () => {
  test("without them ten connections, two seconds to connect, five for a statement, and no pooler", () => {
    expect(readSettings({ DATABASE_URL: url }).database).toEqual({
      kind: "postgres",
      url,
      ownerUrl: undefined,
      directUrl: undefined,
      pooler: "off",
      poolSize: 10,
      connectSeconds: 2,
      statementSeconds: 5,
    });
  });

  test("each of them is read", () => {
    const env = {
      DATABASE_URL: url,
      DATABASE_OWNER_URL: "postgres://owner@127.0.0.1/storyport",
      DATABASE_DIRECT_URL: direct,
      DATABASE_POOLER: "transaction",
      DATABASE_POOL_SIZE: "30",
      DATABASE_CONNECT_SECONDS: "4",
      DATABASE_STATEMENT_SECONDS: "20",
    };
    expect(readSettings(env).database).toMatchObject({
      url,
      ownerUrl: "postgres://owner@127.0.0.1/storyport",
      directUrl: direct,
      pooler: "transaction",
      poolSize: 30,
      connectSeconds: 4,
      statementSeconds: 20,
    });
  });

  test.each([
    [{ DATABASE_URL: url, DATABASE_POOLER: "transaction" }, "DATABASE_POOLER needs DATABASE_DIRECT_URL"],
    [{ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }, "DATABASE_DIRECT_URL goes round a pooler"],
    [{ DATABASE_URL: url, DATABASE_POOLER: "session" }, "DATABASE_POOLER: must be off, prepared or transaction"],
    [{ DATABASE_URL: url, DATABASE_POOL_SIZE: "0" }, "DATABASE_POOL_SIZE: must be a whole number, 1 to 1000"],
    [{ DATABASE_URL: url, DATABASE_POOL_SIZE: "1001" }, "DATABASE_POOL_SIZE: must be a whole number, 1 to 1000"],
    [{ DATABASE_URL: url, DATABASE_CONNECT_SECONDS: "61" }, "DATABASE_CONNECT_SECONDS: must be a whole number, 1 to 60"],
    [{ DATABASE_URL: url, DATABASE_STATEMENT_SECONDS: "1.5" }, "DATABASE_STATEMENT_SECONDS: must be a whole number, 1 to 600"],
    [{ DATABASE_URL: "postgres://one,/storyport" }, "DATABASE_URL: has no host for its server 2"],
    [{ DATABASE_OWNER_URL: url }, "DATABASE_OWNER_URL says who migrates"],
  ])("%j is refused in words", (env, words) => {
    expect(mistakesOf(env)).toContain(words);
  });
});
