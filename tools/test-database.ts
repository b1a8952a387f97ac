import { spawn } from "node:child_process";
import path from "node:path";

import { findPostgres } from "./postgres-binaries.ts";

export interface TestDatabase {
  /** A superuser's connection string. Tests create databases of their own on its server. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A server of the caller's own, which can be stopped and started again. */
export interface OwnDatabase extends TestDatabase {
  readonly goAway: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
}

/** Returns a real PostgreSQL: that of TEST_DATABASE_URL, else a temporary and empty server. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, stop: () => Promise.resolve() };
  return await startKeeper(await findPostgres());
}

/** Returns a temporary empty PostgreSQL, whatever TEST_DATABASE_URL says. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  return await startKeeper(await findPostgres());
}

/** The keeper has its own process group, so that Ctrl-C cannot end the server during a test's clean-up. */
async function startKeeper(binaries: string): Promise<OwnDatabase> {
  const keeper = spawn(process.execPath, [path.join(import.meta.dirname, "test-database-keeper.ts"), binaries], {
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => keeper.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    keeper.once("error", reject);
    keeper.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
    keeper.once("exit", () => reject(new Error("PostgreSQL for the tests did not start.")));
  });
  keeper.unref();
  const stop = async (): Promise<void> => {
    keeper.ref();
    keeper.stdin.end();
    await gone;
  };
  const order = async (word: "stop" | "start"): Promise<void> => {
    const obeyed = new Promise<void>((resolve) => keeper.stdout.once("data", () => resolve()));
    keeper.stdin.write(`${word}\n`);
    await obeyed;
  };
  return { url, stop, goAway: () => order("stop"), comeBack: () => order("start") };
}
