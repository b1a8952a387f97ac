import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

import { findPostgres } from "./postgres-binaries.ts";

const places = [...new Set(["/dev/shm", "/tmp", tmpdir()])];

test("what a killed keeper leaves is removed by the next one", async () => {
  const first = await startKeeper();
  first.process.kill("SIGKILL");
  await first.gone;
  const second = await startKeeper();
  try {
    expect((await foldersOf(second.process.pid)).length).toBe(first.folders.length);
    expect(await foldersOf(first.process.pid)).toEqual([]);
  } finally {
    second.process.stdin.end();
    await second.gone;
  }
  expect(await foldersOf(second.process.pid)).toEqual([]);
});

async function startKeeper() {
  const keeper = spawn(process.execPath, [path.join(import.meta.dirname, "test-database-keeper.ts"), await findPostgres()], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => keeper.once("exit", resolve));
  await new Promise((resolve) => keeper.stdout.once("data", resolve));
  return { process: keeper, gone, folders: await foldersOf(keeper.pid) };
}

/** One, and one in memory if there is room. */
async function foldersOf(pid: number | undefined): Promise<string[]> {
  const names = (await Promise.all(places.map((place) => readdir(place).catch(() => [])))).flat();
  return names.filter((name) => name.startsWith(`storyport-postgres-${pid}-`));
}
