/** Which program this is: for logs, metrics and the management port. */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";

export interface BuildInfo {
  version: string;
  /** The commit that the image was built from, if the build named it. */
  commit: string | undefined;
  node: string;
  /** Distinguishes the portals of one installation: host and process. */
  instance: string;
}

export function readBuildInfo(commit: string | undefined): BuildInfo {
  const file = fileURLToPath(new URL("../../package.json", import.meta.url));
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return { version, commit, node: process.versions.node, instance: `${hostname()}-${process.pid}` };
}
