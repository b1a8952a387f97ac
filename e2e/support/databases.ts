/** The databases of the portals, on the server that support/prepare.ts has started for the run. */
import pg from "pg";

/** Creates an empty database, or a copy of the template if given. Returns its connection string. */
export async function createDatabase(name: string, template?: string): Promise<string> {
  await run(template === undefined ? `create database ${name}` : `create database ${name} template ${template}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(name: string): Promise<void> {
  await run(`drop database if exists ${name} with (force)`);
}

function serverUrl(): string {
  const url = process.env.JOURNEYS_DATABASES;
  if (url === undefined) throw new Error("JOURNEYS_DATABASES, which support/prepare.ts sets, names no server.");
  return url;
}

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
