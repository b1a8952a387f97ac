/** A PostgreSQL of a test's own, which it may promote. It ends with the test's process. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface DatabaseServer {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const keeper = fileURLToPath(new URL("../../tools/test-database-keeper.ts", import.meta.url));

/** Starts a standby with an empty database. It takes reads, and after `pg_promote()` also writes. */
export async function startStandby(): Promise<DatabaseServer> {
  const child = spawn(process.execPath, [keeper, "--standby"], { stdio: ["pipe", "pipe", "inherit"] });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
    child.once("exit", () => reject(new Error("The standby did not start.")));
  });
  return {
    url,
    port: Number(new URL(url).port),
    stop: async () => {
      child.stdin.end();
      await gone;
    },
  };
}
