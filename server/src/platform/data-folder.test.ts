/** A folder that cannot be used, or a damaged key in it, ends the start with a sentence, never with a stack or without an end. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScript } from "#test/run-script.ts";
import { inDataFolder, makeDataFolder } from "./data-folder.ts";
import { keepKeyInFolder } from "./keys/keep-key-in-folder.ts";
import { StartRefusal } from "./settings.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "storyport-data-"));
  await writeFile(join(folder, "file"), "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a missing folder is made with the folders above it, by two calls at once, and nothing is left in it", async () => {
  const path = join(folder, "a/b/c");
  await Promise.all([makeDataFolder(path), makeDataFolder(path)]);
  expect(await readdir(path)).toEqual([]);
});

const advice = "Set DATA_DIR to a folder in which the user of this program may write.";

test.each([
  ["a file", "file"],
  ["a folder below a file", "file/below"],
])("%s is refused with a sentence", async (_, name) => {
  const path = join(folder, name);
  const refusal = await makeDataFolder(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartRefusal);
  expect(refusal).toMatchObject({ message: `The folder ${path} cannot be used: a file is in its path. ${advice}` });
});

test.each([
  ["EACCES", "this program may not write there"],
  ["EROFS", "its disk can only be read"],
  ["ENOSPC", "its disk is full"],
  ["EIO", "EIO: input/output error"],
])("a fault of the system (%s) is refused with a sentence", async (code, reason) => {
  const fault = Object.assign(new Error(`${code}: input/output error`), { code, syscall: "mkdir" });
  const refusal = inDataFolder("/data", () => Promise.reject(fault));
  await expect(refusal).rejects.toThrow(new StartRefusal(`The folder /data cannot be used: ${reason}. ${advice}`));
});

test("a bug is no fault of the folder", async () => {
  const bug = new TypeError("x is not a function");
  await expect(inDataFolder("/data", () => Promise.reject(bug))).rejects.toBe(bug);
});

test("a key file that was cut short is refused", async () => {
  const path = join(folder, "cut");
  await keepKeyInFolder(path);
  await writeFile(join(path, "secret.key"), "c2hvcnQ=");
  await expect(keepKeyInFolder(path)).rejects.toThrow("secret.key holds no key");
});

test.each(["file", "file/below", "/dev/null", "/dev/null/below", "/proc/nope"])(
  "the portal ends at DATA_DIR=%s with the sentence, and exit code 1",
  async (name) => {
    const path = name.startsWith("/") ? name : join(folder, name);
    const portal = runScript("src/main.ts", { DATA_DIR: path });
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toMatch(/^The folder \S+ cannot be used: /);
    expect(portal.output()).toContain("Set DATA_DIR to");
    expect(portal.output()).not.toMatch(/\n\s+at /);
  },
);
