/** A process that migrates the database of DATABASE_URL, with the migrations in FOLDER if set, and prints how many it applied. */
import { openStore } from "#/platform/database/connect.ts";
import { migrate } from "#/platform/database/migrate.ts";

const store = await openStore({ kind: "postgres", url: process.env["DATABASE_URL"] ?? "" }, console.error);
const folder = process.env["FOLDER"];
const applied = await migrate(store, folder === undefined ? {} : { folder });
console.log(`applied ${applied.length}`);
await store.close();
process.disconnect();
