/**
 * Better Auth for comparison, installed on demand outside the repository's packages. It has its defaults, but no limit of requests, and
 * argon2 or the cookie cache if a measurement asks for them (better-auth-server.mjs).
 */
import { createHmac } from "node:crypto";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { findFreePorts } from "@storyport/tools/ports";
import * as z from "zod/mini";
import type { CleanUp } from "#/figures/clean-up.ts";
import { installPeers } from "./peers.ts";
import { startProgram } from "./program.ts";
import type { Program } from "./program.ts";

const greeting = z.object({ passwordHash: z.string() });
const secret = "a-secret-for-measurements-on-loopback-only";

export interface BetterAuth extends Program {
  port: number;
  passwordHash: string;
}

export interface BetterAuthStart {
  databaseUrl: string;
  hashing?: "scrypt" | "argon2";
  hasCookieCache?: boolean;
  /** Hashed at the start, so that accounts can be inserted by SQL. */
  password?: string;
}

/** The first one creates the tables. Start others on the same database after it. */
export async function startBetterAuth(cleanUp: CleanUp, start: BetterAuthStart): Promise<BetterAuth> {
  const folder = await installPeers();
  const script = path.join(folder, "better-auth-server.mjs");
  await copyFile(path.join(import.meta.dirname, "better-auth-server.mjs"), script);
  const port = await findFreePorts(1);
  const env = {
    PORT: String(port),
    DATABASE_URL: start.databaseUrl,
    HASHING: start.hashing ?? "scrypt",
    COOKIE_CACHE: start.hasCookieCache === true ? "yes" : "no",
    PASSWORD: start.password ?? "Reading-Rocks-26",
    AUTH_SECRET: secret,
    NODE_ENV: "production",
  };
  const program = await startProgram(cleanUp, { script, env, cwd: folder });
  return { ...program, port, passwordHash: greeting.parse(program.greeting).passwordHash };
}

/** The cookie that Better Auth sets for this session token. */
export function betterAuthCookie(token: string): string {
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
