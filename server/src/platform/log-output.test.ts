/** The log of a process whose standard output takes nothing. */
import { closeSync, openSync } from "node:fs";
import { once } from "node:events";
import { expect, test } from "vitest";
import { runScript } from "#test/run-script.ts";
import type { RunningScript } from "#test/run-script.ts";

/** Resolves with the answer. */
async function ask({ process: child }: RunningScript, message: string): Promise<unknown> {
  const answer = once(child, "message");
  child.send(message);
  const [said]: unknown[] = await answer;
  return said;
}

/** Every write to this file fails as on a full disk. */
const fullDisk = "/dev/full";

test("a process whose log is on a full disk goes on, says so once, and ends on SIGTERM", async () => {
  const stdout = openSync(fullDisk, "w");
  const script = runScript("test/scripts/log-and-serve.ts", {}, { stdout });
  try {
    await script.says("waiting");
    for (const message of ["first", "second", "fatal", "last"]) expect(await ask(script, message)).toBe(message);
    script.process.kill("SIGTERM");
    expect(await script.ended).toBe(0);
    const said = "The log cannot be written (ENOSPC). The portal goes on, and drops lines until it can.";
    expect(script.output()).toBe(`waiting\n${said}\n`);
  } finally {
    script.process.kill("SIGKILL");
    closeSync(stdout);
  }
});

test("a fatal fault as the first line on a full disk blocks nothing", async () => {
  const stdout = openSync(fullDisk, "w");
  const script = runScript("test/scripts/log-and-serve.ts", {}, { stdout });
  try {
    await script.says("waiting");
    expect(await ask(script, "fatal")).toBe("fatal");
    script.process.kill("SIGTERM");
    expect(await script.ended).toBe(0);
  } finally {
    script.process.kill("SIGKILL");
    closeSync(stdout);
  }
});

test("a process that exits writes every line of its log first, in order", async () => {
  const script = runScript("test/scripts/log-and-serve.ts");
  await script.says("waiting");
  for (const message of ["first", "fatal", "last"]) expect(await ask(script, message)).toBe(message);
  await script.says("asked for last");
  script.process.kill("SIGTERM");
  expect(await script.ended).toBe(0);
  const lines = script
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const written = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(written).toEqual(["asked for first", "asked for fatal", "an exception nobody caught", "asked for last", "stopped"]);
});
