/** Which program this is: for logs, metrics, traces, heartbeats and the management port. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";

/** A person finds the process by this name. Two containers on the network of one host have the same host name, and both are process 1. */
export const processName = `${hostname()}-${process.pid}`;

export interface BuildInfo {
  version: string;
  /** The commit that the image was built from, if the build named it. */
  commit: string | undefined;
  node: string;
  /** Distinguishes the portals of one installation. Begins with `processName`. */
  instance: string;
}

/** Each call makes another `instance`, so a portal calls this once. */
export function readBuildInfo(commit: string | undefined): BuildInfo {
  const file = fileURLToPath(new URL("../../package.json", import.meta.url));
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return { version, commit, node: process.versions.node, instance: `${processName}-${randomBytes(4).toString("hex")}` };
}
