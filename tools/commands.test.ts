/** A program whose time is up must not go on beside the next program, and must not be taken for a program that something else ended. */
import { spawn } from "node:child_process";
import path from "node:path";
import { expect, test, vi } from "vitest";

import { runCommand } from "./commands.ts";
import { projectFolder } from "./project-folder.ts";

const hour = 3_600_000;
/** A program that starts another program, prints its process id and waits for it. Both would take an hour. */
const parent = ["sh", "-c", "sleep 3600 & echo $!; wait"];

/** Waits until a process has ended. An ended process whose parent has not asked for it is in state Z. */
async function expectEnded(pid: string): Promise<void> {
  expect(pid).toMatch(/^\d+$/);
  await vi.waitFor(async () => expect((await runCommand(["ps", "-o", "stat=", "-p", pid])).output).toMatch(/^(Z.*)?\s*$/), {
    timeout: 10_000,
  });
}

test.skipIf(process.platform === "win32")(
  "a program whose time is up ends with all programs that it started",
  async () => {
    const { isTimeUp, output } = await runCommand(parent, { patience: 2000 });
    expect(isTimeUp).toBe(true);
    await expectEnded(output.trim());
  },
  30_000,
);

test.skipIf(process.platform === "win32")("a program that ends or is killed within its time has its time left", async () => {
  expect(await runCommand(["sh", "-c", "echo said"], { patience: hour })).toEqual({ code: 0, isTimeUp: false, output: "said\n" });
  expect(await runCommand(["sh", "-c", "kill -9 $$"], { patience: hour })).toMatchObject({ code: 1, isTimeUp: false });
});

test.skipIf(process.platform === "win32").each(["SIGINT", "SIGTERM"] as const)(
  "%s ends a program that has a time limit, with all programs that it started",
  async (signal) => {
    const script = `
      import { runCommand } from "./tools/commands.ts";
      import { stopOnSignals, stopPrograms } from "./tools/programs.ts";
      stopOnSignals();
      await runCommand(${JSON.stringify(parent)}, { patience: ${hour}, live: true });
      await stopPrograms();`;
    const runner = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], { cwd: path.resolve(projectFolder) });
    const ended = new Promise((resolve) => void runner.once("exit", resolve));
    const pid = await new Promise<string>((resolve) => void runner.stdout.once("data", (chunk: Buffer) => resolve(String(chunk).trim())));
    runner.kill(signal);
    await ended;
    await expectEnded(pid);
  },
  30_000,
);
