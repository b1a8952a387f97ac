import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const holders: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const holder of holders.splice(0)) holder.close();
});

test("stand-ins refuse production with a sentence", async () => {
  const { code, words } = await run({ NODE_ENV: "production" });
  expect(code).toBe(1);
  expect(words).toMatch(/^NODE_ENV is production: [^\n]+\.\n$/);
});

test("a taken port ends with a sentence, and no program keeps running", async () => {
  const holder = createServer();
  holders.push(holder);
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const address = holder.address();
  const taken = typeof address === "object" && address !== null ? address.port : 0;
  const { code, words } = await run({ STAND_INS_PORT: String(taken - 1) });
  expect(code).toBe(1);
  expect(words).toMatch(new RegExp(`^Port ${taken} is taken by another program[^\\n]*\\n$`));
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
