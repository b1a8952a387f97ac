/** The lock file serves every named platform: `npm ci` refuses a lock in which an optional package of any platform is missing. */
import { readFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { projectFolder } from "./project-folder.ts";

interface Entry {
  version?: string;
  os?: string | string[];
  cpu?: string | string[];
  integrity?: string;
  optionalDependencies?: Record<string, string>;
  link?: boolean;
}

const platforms = ["linux x64", "linux arm64", "darwin arm64", "darwin x64", "win32 x64"];

const packages = await readLock();

async function readLock(): Promise<Record<string, Entry>> {
  const text = await readFile(path.join(projectFolder, "package-lock.json"), "utf8");
  return (JSON.parse(text) as { packages: Record<string, Entry> }).packages;
}

/** Where Node would find it from the folder. */
function find(folder: string, name: string): Entry | undefined {
  for (let place = folder; ; place = place.includes("/") ? path.posix.dirname(place) : "") {
    const entry = packages[path.posix.join(place, "node_modules", name)];
    if (entry !== undefined || place === "") return entry;
  }
}

const optional = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies).map((name) => ({ name, by: folder, entry: find(folder, name) })),
);

test("every optional package of every package is in the lock (`npm run complete-lock` adds them)", () => {
  expect(optional.length).toBeGreaterThan(100);
  expect(optional.filter(({ entry }) => entry === undefined).map(({ name, by }) => `${name}, for ${by}`)).toEqual([]);
});

test.each(platforms)("there is a Node, and a program for hashing passwords, for %s", (platform) => {
  const [os = "", cpu = ""] = platform.split(" ");
  const suits = (entry: Entry): boolean => [entry.os].flat().includes(os) && [entry.cpu].flat().includes(cpu);
  const names = optional.filter(({ entry }) => entry !== undefined && suits(entry)).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("node-"))).toHaveLength(1);
  expect(names.some((name) => name.startsWith("@node-rs/argon2-"))).toBe(true);
});

test("a package without a digest is one that no machine of another platform downloads", () => {
  const bare = Object.entries(packages).filter(
    ([folder, { integrity, link }]) => folder.startsWith("node_modules/") && link !== true && integrity === undefined,
  );
  expect(bare.filter(([, { os, cpu }]) => os === undefined || cpu === undefined).map(([folder]) => folder)).toEqual([]);
});
