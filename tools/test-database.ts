import { spawn } from "node:child_process";
import path from "node:path";

import { findPostgres } from "./postgres-binaries.ts";

export interface TestDatabase {
  /** A superuser's connection string. Tests create their own databases beside this one. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Returns a real PostgreSQL: the one of TEST_DATABASE_URL, else a temporary empty one. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, stop: () => Promise.resolve() };
  return await startKeeper(await findPostgres());
}

/** The keeper has its own process group, so that Ctrl-C cannot end the server during a test's clean-up. */
async function startKeeper(binaries: string): Promise<TestDatabase> {
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
  return { url, stop };
}
