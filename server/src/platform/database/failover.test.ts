/** DATABASE_URL with several servers: the portal uses the one that writes, and finds the next one after a failover. */
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createCuttableProxy } from "#test/cuttable-proxy.ts";
import { startStandby } from "#test/database-server.ts";
import type { DatabaseServer } from "#test/database-server.ts";
import { isEmbedded } from "#test/test-store.ts";
import { openStore } from "./connect.ts";
import type { Store } from "./connect.ts";
import { isDatabaseAway } from "./database-faults.ts";

describe.skipIf(isEmbedded)("on several servers", () => {
  let first: DatabaseServer;
  let second: DatabaseServer;
  const open: Store[] = [];
  const heard: unknown[] = [];
  beforeAll(async () => {
    // Two standbys of nothing. The second becomes the primary, so that a failover is its end and the promotion of the first.
    [first, second] = await Promise.all([startStandby(), startStandby()]);
    await promote(second);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
  });
  afterAll(() => Promise.all([first.stop(), second.stop()]));

  async function promote({ url }: DatabaseServer): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("select pg_promote(true, 60)");
    await client.end();
  }

  async function aStore(hosts: string): Promise<Store> {
    const store = await openStore({ kind: "postgres", url: `postgres://postgres@${hosts}` }, (error) => heard.push(error));
    open.push(store);
    return store;
  }

  const portOf = async ({ database }: Store): Promise<number | undefined> => {
    const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(database);
    return rows[0]?.port;
  };

  test("a standby alone is refused, for requests, scripts and notifications; the database counts as away", async () => {
    const store = await aStore(`127.0.0.1:${first.port}/postgres`);
    const request = await portOf(store).catch((error: unknown) => error);
    expect(String(request)).toContain("the server is a standby");
    expect(isDatabaseAway(request)).toBe(true);
    await expect(store.withScripts((run) => run("select 1"))).rejects.toThrow("the server is a standby");
    let isThere = false;
    await (
      await store.listen("a_channel", { onMessage: () => undefined, onGap: () => (isThere = true) })
    )();
    expect(isThere).toBe(false);
  });

  test.each(["", "?target_session_attrs=read-write", "?target_session_attrs=primary"])("the one that writes is used%s", async (query) => {
    const store = await aStore(`127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres${query}`);
    // More than the pool holds, so that each connection has searched.
    const ports = await Promise.all(Array.from({ length: 20 }, () => portOf(store)));
    expect(new Set(ports)).toEqual(new Set([second.port]));
    expect(await store.withScripts((run) => run("select inet_server_port() as port"))).toEqual([{ port: second.port }]);
  });

  test("read-write refuses a server whose sessions only read by default", async () => {
    const admin = new pg.Client({ connectionString: second.url });
    await admin.connect();
    await admin.query("alter role postgres set default_transaction_read_only = on");
    try {
      const strict = await aStore(`127.0.0.1:${second.port}/postgres?target_session_attrs=read-write`);
      await expect(portOf(strict)).rejects.toThrow("takes no writes");
      const usual = await aStore(`127.0.0.1:${second.port}/postgres`);
      expect(await portOf(usual)).toBe(second.port);
    } finally {
      await admin.query("set transaction_read_only = off; alter role postgres reset default_transaction_read_only").catch(() => undefined);
      await admin.end();
    }
  });

  test("a connection whose server becomes read-only is dropped with its first refused write", async () => {
    const store = await aStore(`127.0.0.1:${second.port}/postgres`);
    await sql`create table if not exists notes (note text)`.execute(store.database);
    await sql`set default_transaction_read_only = on`.execute(store.database);
    const refused = await sql`insert into notes values ('x')`.execute(store.database).catch((error: unknown) => error);
    expect(isDatabaseAway(refused)).toBe(true);
    await expect.poll(() => sql`insert into notes values ('y')`.execute(store.database).then(() => "written", String)).toBe("written");
  });

  test("a folder of sockets is an address too", async () => {
    const admin = new pg.Client({ connectionString: second.url });
    await admin.connect();
    const { rows } = await admin.query<{ folder: string }>("select current_setting('unix_socket_directories') as folder");
    await admin.end();
    const store = await aStore(`/postgres?host=${encodeURIComponent(rows[0]?.folder ?? "")}&port=${second.port}`);
    const { rows: seen } = await sql<{ address: string | null; port: string }>`
      select inet_server_addr() as address, current_setting('port') as port`.execute(store.database);
    expect(seen).toEqual([{ address: null, port: String(second.port) }]);
  });

  test("after a failover the pool and its listener find the new primary without a restart", async () => {
    const proxy = createCuttableProxy();
    const { host } = new URL(await proxy.through(second.url));
    const store = await aStore(`${host},127.0.0.1:${first.port}/postgres`);
    const told: string[] = [];
    await store.listen("a_channel", { onMessage: (message) => told.push(message) });
    expect(await portOf(store)).toBe(second.port);
    proxy.cut();
    await promote(first);
    // A broken connection of the pool may fail one request each.
    await expect.poll(() => portOf(store).catch(() => undefined)).toBe(first.port);
    const ports = await Promise.all(Array.from({ length: 20 }, () => portOf(store)));
    expect(new Set(ports)).toEqual(new Set([first.port]));
    await expect
      .poll(async () => {
        await sql`select pg_notify('a_channel', 'after the failover')`.execute(store.database);
        return told.includes("after the failover");
      })
      .toBe(true);
    await proxy.close();
  });
});
