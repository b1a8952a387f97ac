/** Starts the portal: settings, database, migrations, the demo world if configured, then the server. */
import { setFlagsFromString } from "node:v8";
import { startDemoLesson } from "#seed/demo-class.ts";
import { refuseDemoSchool, seedDemoSchool } from "#seed/demo-school.ts";
import { describeDemo } from "#seed/describe-demo.ts";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import type { AppContext } from "./context.ts";
import { addHistoryMonths, closeMonths } from "#/features/audit/close-months.ts";
import { endOverdueLessons } from "#/features/lessons/end-overdue-lessons.ts";
import { answerLinkRequests } from "#/features/link-requests/answer-link-requests.ts";
import { readGroups } from "#/features/rosters/read-groups.ts";
import { runNightly } from "#/features/rosters/run-nightly.ts";
import { endOverdueViews } from "#/features/support-views/end-support-view.ts";
import { sendLogoutNotices, sendNoticesAtOnce } from "#/features/tokens/send-logout-notices.ts";
import { readBuildInfo } from "#/platform/build-info.ts";
import type { BuildInfo } from "#/platform/build-info.ts";
import { systemClock } from "#/platform/clock.ts";
import type { Store } from "#/platform/database/connect.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { createPasswordHasher } from "#/platform/hashing/password-hasher.ts";
import type { Readiness } from "#/platform/http/health.ts";
import { createHeartbeat, heartbeatSeconds } from "#/platform/jobs/heartbeat.ts";
import type { Heartbeat } from "#/platform/jobs/heartbeat.ts";
import { createJobs } from "#/platform/jobs/jobs.ts";
import { sweep } from "#/platform/jobs/sweep.ts";
import { announcePortal } from "#/platform/keys/announce-portal.ts";
import { keepKeyInFolder } from "#/platform/keys/keep-key-in-folder.ts";
import { openVault } from "#/platform/keys/key-canary.ts";
import { createSigningKeys } from "#/platform/keys/signing-keys.ts";
import { createLog } from "#/platform/log.ts";
import { createMailer } from "#/platform/mail/mailer.ts";
import { sendDueLetters } from "#/platform/mail/outbox.ts";
import { startManagement } from "#/platform/management/start-management.ts";
import type { StartedManagement } from "#/platform/management/start-management.ts";
import { createProviders } from "#/platform/openid/providers.ts";
import { startTracing } from "#/platform/tracing/start-tracing.ts";
import type { Tracing } from "#/platform/tracing/tracing.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { createRunningAttempts } from "#/platform/running-attempts.ts";
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
  const build = readBuildInfo(settings.sourceCommit);
  const log = createLog(settings.logLevel, build);
  const readiness = { isStarted: false, isStopping: false };
  const management = await startManagement(settings.management, { build, readiness, log });
  const tracing = await startTracing(settings.tracing, build);
  // In production these sentences are JSON too, like the lines of the log. Only the reason of a failed start is plain text.
  const say = settings.isProduction ? (sentence: string) => log.info(sentence) : console.log;
  const store = await openMigratedStore(settings.database, (error) => log.warn({ err: error }, "a database connection broke"), {
    say,
    readKeys: () => readKeys(settings),
    onStatement: tracing && ((event) => tracing.traceStatement(event)),
  });
  try {
    await openDoors({ settings, build, store, readiness, management, tracing, log, say });
  } catch (error) {
    // A signal came meanwhile: stop-on-signal.ts closes what is open, and ends the process.
    if (readiness.isStopping) return;
    await store.close();
    throw error;
  }
}

/** Without SECRET_KEY the portal keeps a key in the data folder. */
async function readKeys({ secretKeys, dataFolder }: Settings): Promise<SecretKeys> {
  return secretKeys ?? [await keepKeyInFolder(dataFolder)];
}

interface Opening {
  settings: Settings;
  build: BuildInfo;
  store: Store;
  readiness: Readiness;
  management: StartedManagement;
  tracing: Tracing | undefined;
  log: Logger;
  say: (sentence: string) => void;
}

async function openDoors({ settings, build, store, readiness, management, tracing, log, say }: Opening): Promise<void> {
  const { database } = store;
  const { meter } = management;
  const secretKeys = await readKeys(settings);
  const vault = await openVault(database, secretKeys);
  const mailer = createMailer(settings.mail, settings.brand);
  const context: AppContext = {
    settings,
    database,
    listen: store.listen,
    vault,
    clock: systemClock,
    hasher: createPasswordHasher({ onWait: (seconds) => meter.hashWaited(seconds) }),
    attempts: createRunningAttempts(),
    keys: createSigningKeys(database, vault),
    mailer: tracing?.traceMailer(mailer) ?? mailer,
    providers: createProviders(settings.providers, systemClock),
    log,
    meter,
  };
  await addHistoryMonths(context);
  const { isDemo } = settings;
  await (isDemo ? seedDemoSchool : refuseDemoSchool)(context);
  if (isDemo) await startDemoLesson(context);
  const app = await buildApp(context, { readiness, withPages: true, tracing });
  app.addHook("onClose", await sendNoticesAtOnce(context));
  const heartbeat = createHeartbeat(database, build, vault);
  const jobs = createJobs(
    [
      { name: "tell that this portal runs", everySeconds: heartbeatSeconds, run: () => heartbeat.beat() },
      { name: "answer link requests", everySeconds: 1, run: () => answerLinkRequests(context) },
      { name: "read the groups of teachers", everySeconds: 1, run: (signal) => readGroups(context, { signal }) },
      { name: "apply the lists of schools", everySeconds: 300, run: (signal) => runNightly(context, { signal }) },
      { name: "send letters", everySeconds: 1, run: (signal) => sendDueLetters(context, { signal }) },
      { name: "send logout notices", everySeconds: 5, run: (signal) => sendLogoutNotices(context, { signal }) },
      { name: "end lessons", everySeconds: 10, run: () => endOverdueLessons(context) },
      { name: "end support views", everySeconds: 10, run: () => endOverdueViews(context) },
      { name: "rotate signing keys", everySeconds: 3600, run: () => context.keys.rotate() },
      { name: "sweep expired rows", everySeconds: 600, run: (signal) => sweep(context, { signal }) },
      { name: "make months of the history", everySeconds: 3600, run: () => addHistoryMonths(context) },
      { name: "close months of the history", everySeconds: 3600, run: (signal) => closeMonths(context, { signal }) },
    ],
    { log, meter },
  );
  management.watch({ store, hasher: context.hasher });
  // Read before the doors open, because afterwards a signal may close the database at any time.
  const greeting = isDemo ? await describeDemo(context) : `${settings.brand.productName} is ready at ${settings.publicUrl}`;
  stopOnSignal({ settings, app, jobs, heartbeat, readiness, context, store, management, tracing });
  await announcePortal(database, { heartbeat, keys: secretKeys });
  await openPort(app, { heartbeat, context });
  if (readiness.isStopping) return;
  jobs.start();
  readiness.isStarted = true;
  // V8 lets its heap grow to four times what is alive before it collects. A limit of half as much again needs less memory under load
  // (bench/README.md). From the first moment on it would make a start slower, because most of what a start loads stays alive.
  setFlagsFromString("--heap-growing-percent=50");
  // Creates the decoy hash, and so starts a hashing thread, before the first login needs them.
  void context.hasher.verify(undefined, "warm").catch(() => undefined);
  say(greeting);
  // For a parent process that waits for the start (bench/programs/program.ts).
  process.send?.({ ready: true });
}

/**
 * Makes a signing key if one is missing, and opens the public port. Call it after the heartbeat, by which `reseal` knows this portal. Before
 * it only a first start seals: the canary, and in a demo the badges. A start that fails leaves no heartbeat.
 */
async function openPort(app: FastifyInstance, { heartbeat, context }: { heartbeat: Heartbeat; context: AppContext }): Promise<void> {
  try {
    await context.keys.rotate();
    await listen(app, context.settings);
  } catch (error) {
    await heartbeat.end().catch(() => undefined);
    throw error;
  }
}

async function listen(app: FastifyInstance, { port, host, isProduction }: Settings): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
    throw new StartRefusal(placeRefusal(String(error.code), { port, host, isProduction }), { cause: error });
  }
}

/** A wrong HOST fails at every port. Nobody starts production by `npm start`. */
function placeRefusal(fault: string, { port, host, isProduction }: Pick<Settings, "port" | "host" | "isProduction">): string {
  const other = isProduction ? "set another PORT." : "choose another one: PORT=3010 npm start";
  if (fault === "EADDRINUSE") return `Port ${port} is taken by another program. Stop it, or ${other}`;
  if (fault === "EACCES") return `Port ${port} may not be opened by this user. Allow it, or ${other}`;
  return `HOST=${host} cannot be used (${fault}). It must be an address or a name of this machine, such as 127.0.0.1, or 0.0.0.0 for all.`;
}

function explain(error: unknown): string {
  if (error instanceof StartRefusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
