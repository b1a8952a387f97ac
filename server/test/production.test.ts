/** The portal as its own process, with the settings of production. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { freePort } from "./free-port.ts";
import { runScript } from "./run-script.ts";
import { createTestStore } from "./test-store.ts";
import type { TestStore } from "./test-store.ts";

const production = ({ url = "" }: TestStore) => ({
  // Needed by the embedded store alone.
  DATA_DIR: "/nowhere",
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.school.example",
  DATABASE_URL: url,
  SECRET_KEY: randomBytes(32).toString("base64"),
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "no-reply@school.example",
  DASHBOARD_URL: "https://dashboard.school.example",
  DASHBOARD_CLIENT_SECRET: "a-secret-of-this-test",
});

describe("a portal in production (needs the built web app)", () => {
  test("writes only JSON, each line with its instance and version, also when connections break", async () => {
    const store = await createTestStore();
    const management = await freePort();
    const portal = runScript("src/main.ts", {
      ...production(store),
      PORT: String(await freePort()),
      MANAGEMENT_PORT: String(management),
    });
    const ask = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${management}${path}`)).status;
    try {
      await portal.says("is ready at https:");
      expect([await ask("/health/ready"), await ask("/metrics")]).toEqual([200, 200]);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        store.database,
      );
      await portal.says("a database connection broke");
      const lines = portal.output().trimEnd().split("\n");
      for (const line of lines) {
        expect(line.startsWith("{"), line).toBe(true);
        expect(JSON.parse(line)).toMatchObject({
          instance: expect.stringContaining(`-${portal.process.pid}-`),
          version: expect.any(String),
        });
      }
      // The driver's error carries its whole connection, which would be hundreds of lines with its secrets.
      expect(portal.output()).not.toMatch(/secretKey|processID|_connecting/);
      expect(lines.length).toBeLessThan(40);
    } finally {
      portal.process.kill("SIGKILL");
      await portal.ended;
      await store.close();
    }
  });

  test("a taken port ends with a sentence that names the port, and no command of the demo", async () => {
    const store = await createTestStore();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const portal = runScript("src/main.ts", { ...production(store), PORT: String(port), MANAGEMENT_PORT: "off" });
    try {
      expect(await portal.ended).toBe(1);
      expect(portal.output()).toContain(`Port ${port} is taken by another program. Stop it, or set another PORT.`);
      expect(portal.output()).not.toMatch(/npm start|\n\s+at /);
    } finally {
      other.close();
      await store.close();
    }
  });
});
