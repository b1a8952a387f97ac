/** The portal as its own process, whose start does not become complete (needs the built web app). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { freePort } from "./free-port.ts";
import { runScript } from "./run-script.ts";
import { createTestStore } from "./test-store.ts";

test("a portal that gets a signal between its heartbeat and the end of its start ends with exit code 0, and starts nothing more", async () => {
  const store = await createTestStore();
  const folder = await mkdtemp(join(tmpdir(), "storyport-main-"));
  const settings = {
    DATA_DIR: folder,
    // The stand-ins do not run. Their default ports may belong to a demo on this machine.
    STAND_INS_PORT: "4990",
    PORT: String(await freePort()),
    DATABASE_URL: store.url ?? "",
    DEMO: "true",
    // The test looks at the waiting statements, which takes long on a busy machine.
    DATABASE_STATEMENT_SECONDS: "60",
  };
  let portal: ReturnType<typeof runScript> | undefined;
  /** Resolves when such a statement of the portal waits for the lock. */
  const waits = async (statement: string, timeout: number) =>
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like ${`${statement}%"portals"%`}`.execute(
          store.database,
        );
        expect(rows, portal?.output()).toHaveLength(1);
      },
      { timeout, interval: 50 },
    );
  try {
    await store.withScripts(async (run) => {
      await run("begin; lock table portals in access exclusive mode");
      portal = runScript("src/main.ts", settings);
      await waits("insert", 120_000);
      portal.process.kill("SIGTERM");
      // The stop has come as far as the start. A stop that lasts 20 seconds is given up.
      await waits("delete", 15_000);
      await run("commit");
    });
    expect(await portal?.ended).toBe(0);
    expect(portal?.output()).not.toMatch(/\n\s+at |Ctrl-C stops everything/);
  } finally {
    portal?.process.kill("SIGKILL");
    await portal?.ended;
    await rm(folder, { recursive: true, force: true });
    await store.close();
  }
}, 180_000);

test("a portal that cannot open its port leaves no heartbeat", async () => {
  const store = await createTestStore();
  const folder = await mkdtemp(join(tmpdir(), "storyport-main-"));
  const settings = { DATA_DIR: folder, STAND_INS_PORT: "4990", DEMO: "false", HOST: "203.0.113.5", PORT: String(await freePort()) };
  const portal = runScript("src/main.ts", { ...settings, DATABASE_URL: store.url ?? "" });
  try {
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain("HOST=203.0.113.5 cannot be used (EADDRNOTAVAIL).");
    expect(await store.database.selectFrom("portals").select("instance").execute()).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await store.close();
  }
}, 180_000);
