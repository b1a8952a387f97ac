import { spawn } from "node:child_process";
import path from "node:path";

import { findPostgres } from "./postgres-binaries.ts";

export interface TestDatabase {
  /** A superuser's connection string; tests make their own databases beside the one it names. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Gives a real PostgreSQL: the one that TEST_DATABASE_URL names, else an empty one of its own that leaves nothing behind. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, stop: () => Promise.resolve() };
  return await startKeeper(await findPostgres());
}

/** The keeper has its own group, so that Ctrl-C cannot end the server under a test that is still cleaning up. */
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
