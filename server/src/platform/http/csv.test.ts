/** A long CSV file is read and sent in parts, and a failure between two parts does not look like its end. */
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fastify } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { exportAuditEvents } from "@storyport/contract/audit";
import { endpointUrl } from "@storyport/contract/endpoint";
import { anAdministrator, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { listenAt } from "#test/lessons.ts";
import { sendCsv } from "./csv.ts";

const many = 6000;

let portal: TestPortal;
let port: number;
let desk: Browser;
let logged = "";
beforeAll(async () => {
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      logged += line.toString();
      done();
    },
  });
  portal = await buildTestPortal({}, { log: pino({ level: "error" }, lines) });
  port = await listenAt(portal.app);
  desk = await logIn(portal.browser(), await anAdministrator(portal));
  // Each has 10 kB, so that the connection cannot hold the file.
  await sql`
    insert into audit_events (event, request_id, network, details)
    select 'logged_out', n::text, 'n', jsonb_build_object('reason', repeat('a,b;', 2500)) from generate_series(1, ${sql.lit(many)}) n`.execute(
    portal.context.database,
  );
});
afterAll(() => portal.close());

/** Starts a download, and reads nothing of it. */
async function download(): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const cookie = [...desk.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const path = endpointUrl(exportAuditEvents, { query: { event: "logged_out" } });
  const request = get({ host: "127.0.0.1", port, path, headers: { cookie }, agent: false }, resolve).on("error", reject);
  onTestFinished(() => void request.destroy());
  return promise;
}

/** From now on the history cannot be read, until the test ends. */
async function hideHistory(): Promise<void> {
  const { database } = portal.context;
  await sql`alter table audit_events rename to hidden_events`.execute(database);
  onTestFinished(async () => void (await sql`alter table hidden_events rename to audit_events`.execute(database)));
}

test("a long file has every row once, in order", async () => {
  const file = await text(await download());
  const ids = [...file.matchAll(/,(\d+),n,,\r\n/g)].map(([, id]) => Number(id));
  expect(ids).toEqual(Array.from({ length: many }, (_, index) => many - index));
  // The decoder takes the byte order mark away.
  expect(file.startsWith("time,event,")).toBe(true);
});

test("a download that fails midway ends as a broken connection, not as a complete file", async () => {
  const answer = await download();
  expect(answer.statusCode).toBe(200);
  await hideHistory();
  await expect(text(answer)).rejects.toThrow("aborted");
});

test("a file whose beginning cannot be read is a failed answer", async () => {
  await hideHistory();
  expect(await desk.call(exportAuditEvents)).toMatchObject({ status: 500, body: { code: "errors.unexpected" } });
});

test("an aborted download is in the history, and is no failure of the portal", async () => {
  const { database } = portal.context;
  const events = database.selectFrom("audit_events").select("details").where("event", "=", "history_exported").orderBy("id", "desc");
  logged = "";
  const answer = await download();
  answer.destroy();
  await portal.app.finishHandlers();
  expect((await events.executeTakeFirstOrThrow()).details).toEqual({ rows: many });
  expect(logged).toBe("");
});

/** Serves a file of one column, and starts its download. */
async function downloadOf(parts: AsyncIterable<string[]>, onRow: () => void = () => undefined): Promise<IncomingMessage> {
  const app = fastify();
  onTestFinished(() => app.close());
  const rowOf = (cell: string) => {
    onRow();
    return [cell];
  };
  app.get("/", (_, reply) => sendCsv(reply, { name: "cells", locale: "en", header: ["cell"], parts, rowOf }));
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  get({ host: "127.0.0.1", port: await listenAt(app), agent: false }, resolve);
  return promise;
}

test("other calls run while the rows of one part are written", async () => {
  let round = 0;
  const next = () => {
    round += 1;
    timer = setImmediate(next);
  };
  let timer = setImmediate(next);
  onTestFinished(() => clearImmediate(timer));
  async function* onePart(): AsyncGenerator<string[]> {
    yield await Promise.resolve(Array.from({ length: 2000 }, () => "a".repeat(10_000)));
  }
  const rounds = new Set<number>();
  const file = await text(await downloadOf(onePart(), () => rounds.add(round)));
  expect(file.length).toBeGreaterThan(20_000_000);
  // A round of the event loop writes 64 kB.
  expect(rounds.size).toBeGreaterThan(250);
});

test("the reading stops when the caller leaves", async () => {
  const { promise: end, resolve: stop } = Promise.withResolvers<string>();
  async function* endless(): AsyncGenerator<string[]> {
    try {
      for (;;) yield await Promise.resolve(["a".repeat(100_000)]);
    } finally {
      stop("stopped");
    }
  }
  (await downloadOf(endless())).destroy();
  expect(await end).toBe("stopped");
});
