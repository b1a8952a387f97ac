/** How the portal reaches PostgreSQL: its addresses, the pool, the time limits, and a pooler in between. */
import * as z from "zod";
import { readAddresses } from "./database/addresses.ts";

const address = z.string().superRefine((url, context) => {
  try {
    readAddresses(url);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
  }
});

const wholeUpTo = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, `must be a whole number, 1 to ${most}`)
    .transform(Number)
    .refine((value) => value <= most, `must be a whole number, 1 to ${most}`);

/** `off`: no pooler. `prepared`: the pooler keeps prepared statements. `transaction`: it keeps only transactions. */
export const poolers = ["off", "prepared", "transaction"] as const;

/** Also for a database that no settings describe, such as that of a test. */
export const databaseDefaults = { poolSize: 10, connectSeconds: 2, statementSeconds: 5 } as const;

/** @public For a test of the documented settings. */
export const databaseEnvironment = {
  DATABASE_URL: address.optional(),
  DATABASE_OWNER_URL: address.optional(),
  DATABASE_DIRECT_URL: address.optional(),
  DATABASE_POOLER: z.enum(poolers, "must be off, prepared or transaction").default("off"),
  DATABASE_POOL_SIZE: wholeUpTo(1000).default(databaseDefaults.poolSize),
  DATABASE_CONNECT_SECONDS: wholeUpTo(60).default(databaseDefaults.connectSeconds),
  DATABASE_STATEMENT_SECONDS: wholeUpTo(600).default(databaseDefaults.statementSeconds),
};

const environment = z.object(databaseEnvironment);

export interface PostgresSettings {
  kind: "postgres";
  url: string;
  /** The role that migrates, if the portal uses another role. */
  ownerUrl?: string | undefined;
  /** PostgreSQL itself, where `url` leads to a pooler: for notifications, migrations and scripts. */
  directUrl?: string | undefined;
  pooler?: (typeof poolers)[number];
  poolSize?: number;
  connectSeconds?: number;
  statementSeconds?: number;
}

/** Without DATABASE_URL the database is embedded, in a folder of DATA_DIR. */
export function databaseOf(
  env: z.infer<typeof environment> & { DATA_DIR: string },
): PostgresSettings | { kind: "embedded"; folder: string } {
  if (env.DATABASE_URL === undefined) return { kind: "embedded", folder: `${env.DATA_DIR}/database` };
  return {
    kind: "postgres",
    url: env.DATABASE_URL,
    ownerUrl: env.DATABASE_OWNER_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    pooler: env.DATABASE_POOLER,
    poolSize: env.DATABASE_POOL_SIZE,
    connectSeconds: env.DATABASE_CONNECT_SECONDS,
    statementSeconds: env.DATABASE_STATEMENT_SECONDS,
  };
}

/** `unread` are the settings whose file could not be read. They are not missing. */
export function databaseMistakes(env: Record<string, string | undefined>, unread: readonly string[]): string[] {
  const has = (name: string): boolean => env[name] !== undefined || unread.includes(name);
  const mistakes = [];
  if (has("DATABASE_OWNER_URL") && !has("DATABASE_URL")) {
    mistakes.push("DATABASE_OWNER_URL says who migrates the database of DATABASE_URL, which is missing.");
  }
  const isPooled = env["DATABASE_POOLER"] !== undefined && env["DATABASE_POOLER"] !== "off";
  if (isPooled && !has("DATABASE_DIRECT_URL")) {
    mistakes.push("DATABASE_POOLER needs DATABASE_DIRECT_URL, PostgreSQL itself: notifications and migrations do not pass a pooler.");
  }
  if (!isPooled && has("DATABASE_DIRECT_URL")) {
    mistakes.push("DATABASE_DIRECT_URL goes round a pooler, and DATABASE_POOLER does not name one: set prepared or transaction.");
  }
  return mistakes;
}
