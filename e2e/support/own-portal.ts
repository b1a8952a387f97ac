/**
 * A portal that one worker has to itself: for journeys that change what others rely on (the language, the sessions and the second
 * factor of the demo's people), and that demands a second factor of administrators. Same stand-ins, a store of its own.
 */
import { findFreePorts } from "@storyport/tools/ports";
import { projectFolder } from "@storyport/tools/project-folder";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test as journey } from "./journey.ts";
import { password } from "./world.ts";

interface OwnPortal {
  ownPortal: string;
}

export const test = journey.extend<object, OwnPortal>({
  ownPortal: [
    // Playwright reads the names of the fixtures from here, none of which it needs.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, travel) => {
      const port = await findFreePorts(1);
      // Not `localhost`, whose cookies all ports share.
      const url = `http://127.0.0.1:${port}`;
      const store = await mkdtemp(path.join(tmpdir(), "storyport-own-portal-"));
      const env = { ...process.env, PORT: String(port), PUBLIC_URL: url, DATA_DIR: store, REQUIRE_ADMIN_SECOND_FACTOR: "true" };
      const portal = spawn(process.execPath, ["server/src/main.ts"], { cwd: projectFolder, env, stdio: "ignore" });
      const ended = once(portal, "exit");
      await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true);
      await travel(url);
      portal.kill("SIGTERM");
      await ended;
      await rm(store, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ ownPortal }, travel) => await travel(ownPortal),
  context: async ({ context, ownPortal }, travel) => {
    await speakEnglish(context, ownPortal);
    await travel(context);
  },
});

/** Whatever the account's language: a browser that has chosen one keeps it. */
export async function speakEnglish(context: BrowserContext, url: string): Promise<void> {
  await context.addCookies([{ name: "language", value: "en", url }]);
}

async function isReady(url: string): Promise<boolean> {
  return await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Logs a browser in without a form, under a name of its own; answers what the portal answers. */
export async function logInAt({ request }: Page | BrowserContext, email: string, deviceName = "Journey"): Promise<unknown> {
  const answer = await request.post("/api/auth/pw/login", { data: { email, password, deviceName }, headers: { "x-storyport": "1" } });
  expect(answer.status(), await answer.text()).toBe(200);
  return await answer.json();
}
