/** Tells games that logins have ended (OpenID Connect Back-Channel Logout). Any process may send, and one process claims each notice. */
import type { AppContext } from "#/context.ts";
import { OutsideFault, createOutsideFetch } from "#/platform/http/outside-fetch.ts";
import type { OutsideFetch } from "#/platform/http/outside-fetch.ts";
import { signJwt } from "#/platform/keys/access-jwt.ts";
import type { SigningKey } from "#/platform/keys/signing-keys.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import { claimNotices, postponeNoticesOf, removeNotices } from "./logout-notice-queries.ts";
import type { DueNotice } from "./logout-notice-queries.ts";

type Sending = Pick<AppContext, "database" | "settings" | "keys" | "log">;

const clientsAtOnce = 20;
const noticesOfClientAtOnce = 10;
/** The longest life that OpenID Connect Back-Channel Logout, section 4, recommends. */
const logoutTokenSeconds = 120;
/** Of section 2.4. */
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

interface SendingOptions {
  fetchOutside?: OutsideFetch;
  /** Returns a promise that resolves when new notices may be due. Called before each claim. */
  woken?: () => Promise<void> | undefined;
  /** The process stops. */
  signal?: AbortSignal;
}

/**
 * Sends all due notices, to each client on its own, so that a slow game delays no other. A notice that its game accepts is removed. A game
 * that refuses or does not answer is tried again after 5, 10, 20 ... 300 seconds, for a day. Looks again whenever `woken` tells of new
 * notices. After the signal it finishes what it has claimed and claims no more. Returns how many were tried.
 */
export async function sendLogoutNotices(
  context: Sending,
  { fetchOutside = createOutsideFetch(context.settings), woken = () => undefined, signal }: SendingOptions = {},
): Promise<number> {
  const busy = new Map<string, Promise<void>>();
  let tried = 0;
  for (;;) {
    const wake = woken();
    const due =
      busy.size < clientsAtOnce && signal?.aborted !== true
        ? await claimNotices(context.database, { busy: [...busy.keys()], most: noticesOfClientAtOnce })
        : [];
    const [first] = due;
    if (first !== undefined) {
      tried += due.length;
      const { client_id: client } = first;
      const sending = sendToClient(context, due, fetchOutside)
        .catch((error: unknown) => context.log.warn({ err: error, client }, "logout notices are sent again in a minute"))
        .finally(() => busy.delete(client));
      busy.set(client, sending);
    } else if (busy.size === 0) return tried;
    else await Promise.race([...busy.values(), ...(wake === undefined ? [] : [wake])]);
  }
}

/**
 * Sends notices of one client at the same time. Postponing locks all rows of the client, so notices would wait for each other's locks.
 * So the rows change after the last answer: one statement removes what the game accepted, and one postpones the others.
 */
async function sendToClient(context: Sending, notices: readonly DueNotice[], fetchOutside: OutsideFetch): Promise<void> {
  const { database, keys } = context;
  const key = await keys.current();
  const outcomes = await Promise.all(
    notices.map(async (notice) => ({ notice, isDone: await isAccepted(context, notice, { key, fetchOutside }) })),
  );
  const done = outcomes.filter(({ isDone }) => isDone).map(({ notice }) => notice.id);
  await removeNotices(database, done);
  const failed = outcomes.filter(({ isDone }) => !isDone).map(({ notice }) => notice);
  const [first] = failed;
  if (first === undefined) return;
  await postponeNoticesOf(database, { client_id: first.client_id, ids: failed.map(({ id }) => id) });
}

/** Returns false if the game must be told again. Returns true also for a game that no longer has an address. */
async function isAccepted(
  { settings, log }: Sending,
  notice: DueNotice,
  { key, fetchOutside }: { key: SigningKey; fetchOutside: OutsideFetch },
): Promise<boolean> {
  const isDashboard = notice.client_id === dashboardClientId;
  const address = isDashboard ? settings.dashboard.logoutUrl : notice.address;
  if (address === undefined || address === null) return true;
  try {
    const fetch = isDashboard ? createOutsideFetch(settings, { isOperatorsOwn: true }) : fetchOutside;
    const { status } = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: logoutToken(settings.publicUrl, notice, key) }).toString(),
    });
    if (status >= 200 && status < 300) return true;
    log.warn({ client: notice.client_id, status }, "a game refused a logout notice");
  } catch (error) {
    if (!(error instanceof OutsideFault)) throw error;
    log.warn({ client: notice.client_id, reason: error.reason }, "a logout notice could not be sent yet");
  }
  return false;
}

/** Names the login by its `sid` alone, and no person. */
function logoutToken(issuer: string, notice: DueNotice, key: SigningKey): string {
  const claims = {
    iss: issuer,
    aud: notice.client_id,
    iat: notice.issued_at,
    exp: notice.issued_at + logoutTokenSeconds,
    jti: notice.id,
    sid: notice.family_id,
    events: { [logoutEvent]: {} },
  };
  return signJwt("logout+jwt", claims, key);
}

/**
 * Sends whenever a login ends in any portal process. The job sends again what failed. Returns a function that ends it: what is claimed is
 * finished, and the other notices wait for another process.
 */
export async function sendNoticesAtOnce(context: Sending & Pick<AppContext, "listen">): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let nextMessage = Promise.withResolvers<void>();
  // A claim follows each call of `woken`, so it covers all messages until now.
  const woken = (): Promise<void> => {
    isAskedAgain = false;
    nextMessage = Promise.withResolvers<void>();
    return nextMessage.promise;
  };
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await sendLogoutNotices(context, { woken, signal: stopping.signal }).catch((error: unknown) =>
        context.log.warn({ err: error }, "logout notices wait for the job"),
      );
    } while (isAskedAgain);
    running = undefined;
  };
  const wake = (): void => {
    isAskedAgain = true;
    nextMessage.resolve();
    running ??= run();
  };
  const stop = await context.listen("logout", { onMessage: wake, onGap: wake });
  return async () => {
    stopping.abort();
    await stop();
    isAskedAgain = false;
    await running;
  };
}
