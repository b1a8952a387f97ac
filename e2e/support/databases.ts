/** The databases of the portals, on the server that support/prepare.ts has started for the run. */
import { runSql } from "@storyport/tools/test-sql";

/** Creates an empty database, or a copy of the template if given. Returns its connection string. */
export async function createDatabase(name: string, template?: string): Promise<string> {
  await runSql(serverUrl(), template === undefined ? `create database ${name}` : `create database ${name} template ${template}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(name: string): Promise<void> {
  await runSql(serverUrl(), `drop database if exists ${name} with (force)`);
}

function serverUrl(): string {
  const url = process.env.JOURNEYS_DATABASES;
  if (url === undefined) throw new Error("JOURNEYS_DATABASES, which support/prepare.ts sets, names no server.");
  return url;
}
