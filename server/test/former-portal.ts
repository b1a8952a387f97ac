/** The portal of an earlier commit, run from this repository's history with the packages of today. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const project = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The last commit before migration 0060. It stands for the previous release. Move it on with each release, and when today's packages
 * no longer run it.
 */
const formerCommit = "f45f57c4cfa13461654548cda46d83206e89bf75";

/** A copy without the repository's history, such as a shallow clone, does not have it. */
export async function hasFormerCommit(): Promise<boolean> {
  return run("git", ["cat-file", "-e", `${formerCommit}^{commit}`], { cwd: project }).then(
    () => true,
    () => false,
  );
}

export interface FormerTree {
  /** The path of its main.ts. */
  main: string;
  remove(): Promise<void>;
}

/**
 * Unpacks its server, contract and migrations. The compiled texts and the built pages are today's, because no test here shows a page
 * or reads a letter.
 */
export async function unpackFormerPortal(): Promise<FormerTree> {
  const folder = await mkdtemp(join(tmpdir(), "storyport-former-"));
  const archive = join(folder, "tree.tar");
  await run("git", ["archive", "--format=tar", "-o", archive, formerCommit, "package.json", "server", "contract", "texts"], {
    cwd: project,
  });
  await run("tar", ["-xf", archive, "-C", folder]);
  await mkdir(join(folder, "web"));
  await symlink(join(project, "web/dist"), join(folder, "web/dist"));
  await symlink(join(project, "texts/compiled"), join(folder, "texts/compiled"));
  await linkPackages(join(folder, "node_modules"));
  return { main: join(folder, "server/src/main.ts"), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Today's packages, and the workspaces of the former tree itself. */
async function linkPackages(packages: string): Promise<void> {
  await mkdir(join(packages, "@storyport"), { recursive: true });
  for (const name of await readdir(join(project, "node_modules"))) {
    if (name !== "@storyport") await symlink(join(project, "node_modules", name), join(packages, name));
  }
  for (const name of ["server", "contract", "texts"]) await symlink(join(packages, "..", name), join(packages, "@storyport", name));
}
