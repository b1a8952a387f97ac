/** The portal for tests: the real application on a real database, called through HTTP. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Logger } from "pino";
import { buildApp } from "#/app.ts";
import type { AppOptions } from "#/app.ts";
import type { AppContext } from "#/context.ts";
import { answerLinkRequests } from "#/features/link-requests/answer-link-requests.ts";
import { createPasswordHasher } from "#/platform/hashing/password-hasher.ts";
import { openVault } from "#/platform/keys/key-canary.ts";
import { createSigningKeys } from "#/platform/keys/signing-keys.ts";
import { noMeter } from "#/platform/metrics/meter.ts";
import type { Meter } from "#/platform/metrics/meter.ts";
import { sendDueLetters } from "#/platform/mail/outbox.ts";
import { createProviders } from "#/platform/openid/providers.ts";
import { createRunningAttempts } from "#/platform/running-attempts.ts";
import { readSettings } from "#/platform/settings.ts";
import { createBrowser } from "./browser.ts";
import type { Browser } from "./browser.ts";
import { createFakeClock } from "./fake-clock.ts";
import type { FakeClock } from "./fake-clock.ts";
import { createTestMailbox } from "./mailbox.ts";
import type { TestMailbox } from "./mailbox.ts";
import { createTestStore } from "./test-store.ts";
import type { TestStore } from "./test-store.ts";

export const publicUrl = "http://localhost:3000";

export interface TestPortal {
  app: FastifyInstance;
  context: AppContext;
  store: TestStore;
  clock: FakeClock;
  mailbox: TestMailbox;
  /** A new browser with its own cookies. */
  browser(): Browser;
  /** Works through the requests for links and runs the outbox once, as their jobs do. */
  sendLetters(): Promise<void>;
  close(): Promise<void>;
}

export interface TestPortalOptions extends AppOptions {
  meter?: Meter;
  /** Silent by default: tests report failures by their assertions. */
  log?: Logger;
  /** The database to use, in place of a new one. */
  store?: TestStore;
  /** Puts a proxy between the portal and its database: returns the address to use. */
  throughDatabase?: (url: string) => Promise<string>;
}

/** `env` overrides settings for a test. */
export async function buildTestPortal(env: Record<string, string> = {}, options: TestPortalOptions = {}): Promise<TestPortal> {
  const settings = readSettings({ PUBLIC_URL: publicUrl, LOG_LEVEL: "silent", ...env });
  const store = options.store ?? (await createTestStore(options.throughDatabase, options.tracing));
  const { database } = store;
  const vault = await openVault(database, settings.secretKeys ?? [randomBytes(32)]);
  const clock = createFakeClock(database);
  const mailbox = createTestMailbox();
  const meter = options.meter ?? noMeter;
  const context: AppContext = {
    settings,
    database,
    listen: store.listen,
    vault,
    clock,
    // A thread for each core would be too many, because test files run at the same time.
    hasher: createPasswordHasher({ threads: 1, onWait: (seconds) => meter.hashWaited(seconds) }),
    attempts: createRunningAttempts(),
    keys: createSigningKeys(database, vault),
    mailer: mailbox,
    providers: createProviders(settings.providers, clock),
    meter,
    log: options.log ?? pino({ level: "silent" }),
  };
  await context.keys.rotate();
  const app = await buildApp(context, options);
  return {
    app,
    context,
    store,
    clock,
    mailbox,
    browser: () => createBrowser(app),
    async sendLetters() {
      await answerLinkRequests(context);
      await sendDueLetters(context);
    },
    async close() {
      await app.close();
      await app.finishHandlers();
      await context.hasher.close();
      await store.close();
    },
  };
}
