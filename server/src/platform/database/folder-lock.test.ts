/** One process per embedded database, because two would silently lose each other's writes. */
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartRefusal } from "#/platform/settings.ts";
import { runScript } from "#test/run-script.ts";
import type { RunningScript } from "#test/run-script.ts";
import { lockFolder } from "./folder-lock.ts";

let folder: string;
let holders: RunningScript[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "storyport-lock-"));
});
afterEach(async () => {
  await Promise.all(holders.map(kill));
  holders = [];
  await rm(folder, { recursive: true, force: true });
});

async function kill({ process, ended }: RunningScript): Promise<void> {
  process.kill("SIGKILL");
  await ended;
}

async function anotherProcess(): Promise<RunningScript> {
  const holder = runScript("test/scripts/hold-lock.ts", { FOLDER: folder });
  holders.push(holder);
  await holder.says("waiting");
  return holder;
}

async function takeIn(holder: RunningScript): Promise<string> {
  holder.process.send("take");
  await Promise.race([holder.says("holding"), holder.says("refused"), holder.says("failed")]);
  return holder.output().replace("waiting\n", "").trim();
}

async function expectRefusedBecauseOf(pid: number | undefined): Promise<void> {
  const refusal = await lockFolder(folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartRefusal);
  expect(String(refusal)).toContain(`is already open in process ${pid}.`);
  expect(String(refusal)).toContain("DATA_DIR");
}

test("a folder in use by another process is refused, with its process id and advice", async () => {
  const holder = await anotherProcess();
  expect(await takeIn(holder)).toBe("holding");
  for (let count = 0; count < 3; count++) await expectRefusedBecauseOf(holder.process.pid);
});

test("the lock of a killed process is taken over", async () => {
  const holder = await anotherProcess();
  await takeIn(holder);
  await kill(holder);
  const release = await lockFolder(folder);
  expect(await readFile(join(folder, "lock"), "utf8")).toMatch(new RegExp(`^${process.pid} `));
  await release();
});

test("a released lock is free, and leaves no file behind", async () => {
  const release = await lockFolder(folder);
  await expectRefusedBecauseOf(process.pid);
  await release();
  expect(await readdir(folder)).toEqual([]);
  await (
    await lockFolder(folder)
  )();
});

test.each([
  ["of a process id that now belongs to another process", `${process.pid} 12345`],
  ["of an unused process id", "99999999 1"],
  ["that is empty", ""],
  ["with garbage", "not a lock\n"],
  ["with a negative process id", "-1 0"],
])("a lock %s is taken over", async (_what, content) => {
  await writeFile(join(folder, "lock"), content);
  const release = await lockFolder(folder);
  await expectRefusedBecauseOf(process.pid);
  await release();
});

test("one of six concurrent processes gets a dead owner's lock, in every round", async () => {
  for (let round = 0; round < 3; round++) {
    await writeFile(join(folder, "lock"), "99999999 1");
    const contenders = await Promise.all(Array.from({ length: 6 }, anotherProcess));
    const answers = await Promise.all(contenders.map(takeIn));
    expect(
      answers.filter((answer) => answer === "holding"),
      answers.join("\n"),
    ).toHaveLength(1);
    expect(answers.filter((answer) => answer.startsWith("refused: "))).toHaveLength(5);
    await Promise.all(contenders.map(kill));
  }
});

test("one of six concurrent processes gets a free folder", async () => {
  const contenders = await Promise.all(Array.from({ length: 6 }, anotherProcess));
  const answers = await Promise.all(contenders.map(takeIn));
  expect(
    answers.filter((answer) => answer === "holding"),
    answers.join("\n"),
  ).toHaveLength(1);
});
