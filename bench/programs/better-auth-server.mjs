// Plain JavaScript that is copied beside the peers' packages and run there: they are no dependencies of the repository.
import { createServer } from "node:http";
import { hash, verify } from "@node-rs/argon2";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import pg from "pg";

const { PORT, DATABASE_URL, HASHING, COOKIE_CACHE, PASSWORD, AUTH_SECRET } = process.env;
// Those of the portal (server/src/platform/hashing/argon2-parameters.ts), so that both do the same work. The pool has its size too.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const argon2 = {
  hash: (password) => hash(password, parameters),
  verify: ({ hash: stored, password }) => verify(stored, password),
};

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${PORT}`,
  secret: AUTH_SECRET,
  database: new pg.Pool({ connectionString: DATABASE_URL, max: 10 }),
  emailAndPassword: { enabled: true, ...(HASHING === "argon2" && { password: argon2 }) },
  session: { cookieCache: { enabled: COOKIE_CACHE === "yes", maxAge: 3600 } },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
});

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
const { password } = await auth.$context;
const passwordHash = await password.hash(PASSWORD);
createServer(toNodeHandler(auth)).listen(Number(PORT), "127.0.0.1", () => process.send({ ready: true, passwordHash }));
process.on("disconnect", () => process.exit(0));
