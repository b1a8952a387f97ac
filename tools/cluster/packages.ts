/** The programs of the cluster, from Debian's packages. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

export const packageOf = {
  etcd: "etcd-server",
  patroni: "patroni",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
  openssl: "openssl",
  postgres: "postgresql",
} as const;
export type Program = keyof typeof packageOf;

/** Debian keeps servers in folders that a user's PATH lacks, and PostgreSQL in a folder named by its version. */
function places(): string[] {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one)).map((version) => `/usr/lib/postgresql/${version}/bin`);
  return [...newest, ...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"].filter((place) => place !== "");
}

/** Returns the path of a program; undefined if it is not installed. */
export function findProgram(program: Program, isThere: (file: string) => boolean = existsSync): string | undefined {
  return places()
    .map((place) => path.join(place, program))
    .find(isThere);
}

/** Returns a sentence for the operator, or undefined if nothing is missing. */
export function missingPackages(isThere: (file: string) => boolean = existsSync): string | undefined {
  const programs = Object.keys(packageOf) as Program[];
  const missing = programs.filter((program) => findProgram(program, isThere) === undefined);
  if (missing.length === 0) return undefined;
  const packages = missing.map((program) => packageOf[program]).join(" ");
  return `The cluster needs ${missing.join(", ")}. On Debian and Ubuntu: apt-get install ${packages} (systemctl disable --now what starts with it).`;
}

/** Throws if it is missing. */
export function demandProgram(program: Program): string {
  const found = findProgram(program);
  if (found === undefined) throw new Error(missingPackages());
  return found;
}
