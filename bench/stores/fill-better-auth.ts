/** Inserts as many people into Better Auth's tables as `fillPortal` inserts into the portal's, each with a session. */
import { runSql } from "./database.ts";

export async function fillBetterAuth(
  url: string,
  { accounts, passwordHash, group }: { accounts: number; passwordHash: string; group: string },
): Promise<void> {
  const series = `generate_series(1, ${accounts}) as i`;
  const user = `'${group}' || i`;
  await runSql(
    url,
    `begin;
    insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      select ${user}, 'Teacher ' || i, ${user} || '@bench.example', true, now(), now() from ${series};
    insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
      select ${user}, ${user}, 'credential', ${user}, '${passwordHash}', now(), now() from ${series};
    insert into session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
      select ${user}, now() + interval '7 days', '${group}' || lpad(i::text, 32, '0'), now(), now(), ${user} from ${series};
    commit`,
  );
  await runSql(url, "vacuum analyze");
}

export function betterAuthEmail(group: string, number: number): string {
  return `${group}${number}@bench.example`;
}

export function betterAuthToken(group: string, number: number): string {
  return `${group}${String(number).padStart(32, "0")}`;
}
