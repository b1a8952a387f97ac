/** Starts the portal: settings, database, migrations, the demo world if configured, then the server. */
import { refuseDemoSchool, seedDemoSchool } from "#seed/demo-school.ts";
import { describeDemo } from "#seed/describe-demo.ts";
import { buildApp } from "./app.ts";
import type { AppContext } from "./context.ts";
import { answerLinkRequests } from "#/features/link-requests/answer-link-requests.ts";
import { systemClock } from "#/platform/clock.ts";
import type { Store } from "#/platform/database/connect.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { createPasswordHasher } from "#/platform/hashing/password-hasher.ts";
import { createJobs } from "#/platform/jobs/jobs.ts";
import { sweep } from "#/platform/jobs/sweep.ts";
import { createSigningKeys } from "#/platform/keys/signing-keys.ts";
import { createMailer } from "#/platform/mail/mailer.ts";
import { sendDueLetters } from "#/platform/mail/outbox.ts";
import { createProviders } from "#/platform/openid/providers.ts";
import { createVault, keepKeyInFolder } from "#/platform/secrets.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

/** Ends the process with a sentence if it cannot start. */
export async function startPortal(): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

async function start(): Promise<void> {
  const settings = readSettings();
  const store = await openMigratedStore(settings.database, (error) => console.error("a database connection broke:", error));
  try {
    await openDoors(settings, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openDoors(settings: Settings, store: Store): Promise<void> {
  const { database } = store;
  const vault = createVault(settings.secretKey ?? (await keepKeyInFolder(settings.dataFolder)));
  const readiness = { isStopping: false };
  const context: AppContext = {
    settings,
    database,
    vault,
    clock: systemClock,
    hasher: createPasswordHasher(),
    keys: createSigningKeys(database, vault),
    mailer: createMailer(settings.mail, settings.brand),
    providers: createProviders(settings.providers, systemClock),
    log: console,
  };
  await context.keys.rotate();
  const { isDemo } = settings;
  await (isDemo ? seedDemoSchool : refuseDemoSchool)(context);
  const app = await buildApp(context, { readiness, withPages: true });
  context.log = app.log;
  const jobs = createJobs(
    [
      { name: "answer link requests", everySeconds: 1, run: () => answerLinkRequests(context) },
      { name: "send letters", everySeconds: 1, run: () => sendDueLetters(database, context.mailer, app.log) },
      { name: "rotate signing keys", everySeconds: 3600, run: () => context.keys.rotate() },
      { name: "sweep expired rows", everySeconds: 600, run: () => sweep(database) },
    ],
    app.log,
  );
  stopOnSignal({ settings, app, jobs, readiness, context, store });
  await app.listen({ port: settings.port, host: settings.host });
  jobs.start();
  // Creates the decoy hash, and so starts the hashing threads, before the first login needs them.
  void context.hasher.verify(undefined, "warm").catch(() => undefined);
  console.log(isDemo ? await describeDemo(context) : `${settings.brand.productName} is ready at ${settings.publicUrl}`);
  process.send?.({ ready: true });
}

function explain(error: unknown): string {
  if (error instanceof StartRefusal) return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return "The port is taken by another program. Stop it, or choose another one: PORT=3010 npm start";
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
