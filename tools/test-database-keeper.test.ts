import { spawn } from "node:child_process";
import { chown, mkdir, readdir, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { findPostgres } from "./postgres-binaries.ts";

const places = [...new Set(["/dev/shm", "/tmp", tmpdir()])];

test("what a killed keeper leaves is removed by the next one", async () => {
  const first = await startKeeper();
  first.process.kill("SIGKILL");
  await first.gone;
  const second = await startKeeper();
  try {
    expect(await foldersOf(first.process.pid)).toEqual([]);
  } finally {
    second.process.stdin.end();
    await second.gone;
  }
  expect(await foldersOf(second.process.pid)).toEqual([]);
});

test.skipIf(process.platform !== "linux")(
  "a folder of another PID namespace is left alone, because its keeper cannot be seen here",
  async () => {
    const first = await startKeeper();
    onTestFinished(async () => {
      first.process.stdin.end();
      await first.gone;
    });
    const [made = ""] = first.folders;
    const [ours = ""] = /\d+/.exec(await readlink("/proc/self/ns/pid")) ?? [];
    const { uid, gid } = await stat(made);
    // No process has this number.
    const name = path.basename(made).replace(`-${first.process.pid}-`, "-4194305-");
    const [dead, foreign] = [name, name.replace(`-ns${ours}-`, "-ns1-")].map((each) => path.join(path.dirname(made), each));
    for (const folder of [dead, foreign]) {
      await mkdir(folder ?? "");
      onTestFinished(() => rm(folder ?? "", { recursive: true, force: true }));
      await chown(folder ?? "", uid, gid);
    }
    const second = await startKeeper();
    second.process.stdin.end();
    await second.gone;
    await expect(stat(dead ?? "")).rejects.toThrow("ENOENT");
    expect((await stat(foreign ?? "")).isDirectory()).toBe(true);
  },
);

async function startKeeper() {
  const keeper = spawn(process.execPath, [path.join(import.meta.dirname, "test-database-keeper.ts"), await findPostgres()], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => keeper.once("exit", resolve));
  await new Promise((resolve) => keeper.stdout.once("data", resolve));
  return { process: keeper, gone, folders: await foldersOf(keeper.pid) };
}

/** Returns the folders of a keeper: one, and one in memory if there is room. */
async function foldersOf(pid: number | undefined): Promise<string[]> {
  const found = await Promise.all(
    places.map(async (place) => (await readdir(place).catch(() => [])).map((name) => path.join(place, name))),
  );
  return found.flat().filter((folder) => /^storyport-postgres-ns\d+-(\d+)-/.exec(path.basename(folder))?.[1] === String(pid));
}
