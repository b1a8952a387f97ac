import pg from "pg";

/** Runs one statement on a database of the tests, for what no page can do, such as letting time pass. */
export async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
