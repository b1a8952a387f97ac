// Builds the image, starts it with a real PostgreSQL, logs in once, and prints its size. On Debian or Ubuntu, as root or as a user who
// may use buildah. Not a part of npm test. Usage: npm run image [-- --keep-base], which takes the base of an earlier run if it is there.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";

import { runCommand, demandCommand } from "./commands.ts";
import { tryImage } from "./image-trial.ts";
import { cacheFolder, projectFolder } from "./project-folder.ts";
import { stopOnSignals } from "./programs.ts";
import { withProgress } from "./progress.ts";
import { readOptions } from "./read-options.ts";

const folder = path.join(cacheFolder, "image");
const baseImage = "storyport-base";
/** Debian's current release. Node needs its libraries of C and C++, and nothing else of a system. */
const suite = "trixie";
/** A larger image is refused (docs/deployment.md). */
const mostBytes = 200e6;

const usage = `Usage: npm run image [-- --keep-base]
Builds the image and tries it. --keep-base takes the base of an earlier run if it is there.`;
const { values } = readOptions(usage, { "keep-base": { type: "boolean", default: false } });

stopOnSignals();
for (const program of ["buildah", "mmdebstrap"]) {
  const { code } = await runCommand([program, "--version"]);
  if (code === 127) fail(`${program} is missing. On Debian and Ubuntu: apt-get install buildah mmdebstrap`);
}
const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(path.join(projectFolder, "package.json"), "utf8")));
const image = `storyport:${version}`;

try {
  await demandCommand([process.execPath, path.join(import.meta.dirname, "production-tree.ts"), await emptyTree()], { live: true });
  if (!values["keep-base"] || !(await hasImage(baseImage))) await withProgress("Making the base", makeBase);
  await withProgress("Building the image", buildImage);
  const size = await sizeOf(image);
  console.log(`${image}: ${(size / 1e6).toFixed(0)} MB`);
  if (size > mostBytes) fail(`That is more than ${mostBytes / 1e6} MB.`);
  await tryImage(image);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

async function emptyTree(): Promise<string> {
  const tree = path.join(folder, "storyport");
  await rm(tree, { recursive: true, force: true });
  await mkdir(tree, { recursive: true });
  return tree;
}

/** Debian's packages, unpacked. No script of a package runs, so no shell is needed. Their copyright files stay. */
async function makeBase(): Promise<void> {
  const archive = path.join(folder, "base.tar");
  const inTarget = (words: string): string => `--extract-hook=${words}`;
  await demandCommand([
    "mmdebstrap",
    "--variant=extract",
    "--include=base-files,libstdc++6",
    // Scanners for known holes look here for the packages and their versions.
    inTarget(
      'mkdir "$1/var/lib/dpkg/status.d"; for deb in "$1"/var/cache/apt/archives/*.deb; ' +
        'do dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"; done',
    ),
    // The program of mawk is removed with /usr/bin below, so scanners must not find the package.
    inTarget('rm "$1/var/lib/dpkg/status.d/mawk"'),
    inTarget('find "$1/usr/share/doc" -type f ! -name copyright -delete'),
    inTarget('rm -rf "$1"/usr/share/man "$1"/usr/share/locale "$1"/usr/share/lintian "$1"/usr/share/gcc "$1"/usr/share/gdb'),
    inTarget('rm -rf "$1"/usr/lib/*/gconv "$1"/usr/bin/* "$1"/var/lock "$1"/var/tmp'),
    // Without this file the resolver of names would ask no hosts file.
    inTarget('printf "hosts: files dns\\n" > "$1/etc/nsswitch.conf"'),
    inTarget('printf "root:x:0:0::/:/none\\nstoryport:x:10001:10001::/tmp:/none\\n" > "$1/etc/passwd"'),
    inTarget('printf "root:x:0:\\nstoryport:x:10001:\\n" > "$1/etc/group"'),
    inTarget('chmod 1777 "$1/tmp"'),
    suite,
    archive,
  ]);
  const container = (await demandCommand(["buildah", "from", "scratch"])).trim();
  try {
    await demandCommand(["buildah", "add", "--quiet", container, archive, "/"]);
    await demandCommand(["buildah", "commit", "--quiet", container, baseImage]);
  } finally {
    await runCommand(["buildah", "rm", container]);
  }
}

async function buildImage(): Promise<void> {
  const commit = await runCommand(["git", "rev-parse", "HEAD"]);
  await demandCommand([
    "buildah",
    "bud",
    "--isolation=chroot",
    // The image's own health check needs Docker's format.
    "--format=docker",
    `--build-arg=BASE=${baseImage}`,
    `--build-arg=VERSION=${version}`,
    ...(commit.code === 0 ? [`--build-arg=SOURCE_COMMIT=${commit.output.trim()}`] : []),
    `--file=${path.join(projectFolder, "deploy/Containerfile")}`,
    `--tag=${image}`,
    folder,
  ]);
}

async function hasImage(name: string): Promise<boolean> {
  return (await runCommand(["buildah", "inspect", "--type=image", name])).code === 0;
}

/** The sum of its layers, unpacked, in bytes. */
async function sizeOf(name: string): Promise<number> {
  const container = (await demandCommand(["buildah", "from", name])).trim();
  try {
    const root = (await demandCommand(["buildah", "mount", container])).trim();
    if (!existsSync(root)) throw new Error(`The image cannot be mounted: ${root}`);
    const sum = await demandCommand(["du", "--summarize", "--bytes", root]);
    return Number(sum.split("\t")[0]);
  } finally {
    await runCommand(["buildah", "rm", container]);
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
