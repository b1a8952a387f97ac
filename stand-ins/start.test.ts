import { spawn } from "node:child_process";
import { createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const holders: Server[] = [];

afterEach(() => {
  for (const holder of holders.splice(0)) holder.close();
});

test("stand-ins refuse production with a sentence", async () => {
  const { code, words } = await run({ NODE_ENV: "production" });
  expect(code).toBe(1);
  expect(words).toMatch(/^NODE_ENV is production: [^\n]+\.\n$/);
});

test("a taken port ends with a sentence, and no program keeps running", async () => {
  const first = await holdSecondOfFive();
  const { code, words } = await run({ STAND_INS_PORT: String(first) });
  expect(code).toBe(1);
  expect(words).toMatch(new RegExp(`^Port ${first + 1} is taken by another program[^\\n]*\\n$`));
});

test("the ports are consecutive, and all mistakes are reported together", () => {
  expect(readSettings({ STAND_INS_PORT: "5001" })).toMatchObject({
    identityProviderPort: 5001,
    gamePort: 5002,
    dashboardPort: 5003,
    mailboxPort: 5004,
    smtpPort: 5005,
    portalUrl: "http://localhost:3000",
  });
  expect(readSettings({ STAND_INS_PORT: "x", PUBLIC_URL: "y", MAILBOX_REFUSE: "z" })).toMatchObject({
    mistakes: [/STAND_INS_PORT/, /PUBLIC_URL/, /MAILBOX_REFUSE/].map((name) => expect.stringMatching(name)),
  });
});

/**
 * Finds five consecutive free ports, keeps the second of them, and returns the first. They lie below the ports that systems
 * assign themselves, so no other program takes one meanwhile.
 */
async function holdSecondOfFive(): Promise<number> {
  for (;;) {
    const first = 32_000 + Math.floor(Math.random() * 700);
    const servers = await Promise.all([0, 1, 2, 3, 4].map((index) => tryToHold(first + index)));
    const [firstServer, second, ...others] = servers;
    for (const server of [firstServer, ...others]) server?.close();
    if (second !== undefined && servers.every((server) => server !== undefined)) {
      holders.push(second);
      return first;
    }
    second?.close();
  }
}

async function tryToHold(port: number): Promise<Server | undefined> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resolve(server));
  });
}

function run(env: Record<string, string>): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./start.ts", import.meta.url))], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => {
    words += chunk.toString();
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, words })));
}
