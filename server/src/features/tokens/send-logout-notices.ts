/** Tells games that logins have ended (OpenID Connect Back-Channel Logout). Any process may send; each notice is claimed by one. */
import type { AppContext } from "#/context.ts";
import { OutsideFault, createOutsideFetch } from "#/platform/http/outside-fetch.ts";
import type { OutsideFetch } from "#/platform/http/outside-fetch.ts";
import { signJwt } from "#/platform/keys/access-jwt.ts";
import type { SigningKey } from "#/platform/keys/signing-keys.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import { claimDueNotices, postponeNoticesOf, removeNotice } from "./logout-notice-queries.ts";
import type { DueNotice } from "./logout-notice-queries.ts";

type Sending = Pick<AppContext, "database" | "settings" | "keys" | "log">;

/** A class and its teacher, so that one bell is one round. */
const atOnce = 40;
const logoutTokenSeconds = 120;
/** Of OpenID Connect Back-Channel Logout, section 2.4. */
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/**
 * Sends all due notices. A notice that its game accepts is removed. A game that refuses or does not answer is tried again after 5, 10,
 * 20 ... 300 seconds, for a day. Returns how many were tried.
 */
export async function sendLogoutNotices(
  context: Sending,
  fetchOutside: OutsideFetch = createOutsideFetch(context.settings),
): Promise<number> {
  let tried = 0;
  for (;;) {
    const due = await claimDueNotices(context.database, atOnce);
    if (due.length === 0) return tried;
    tried += due.length;
    const key = await context.keys.current();
    await Promise.all(due.map((notice) => send(context, notice, { key, fetchOutside })));
  }
}

async function send(
  { database, settings, log }: Sending,
  notice: DueNotice,
  { key, fetchOutside }: { key: SigningKey; fetchOutside: OutsideFetch },
): Promise<void> {
  const isDashboard = notice.client_id === dashboardClientId;
  const address = isDashboard ? settings.dashboard.logoutUrl : notice.address;
  if (address === undefined || address === null) return removeNotice(database, notice.id);
  try {
    const { status } = await fetchOutside(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: logoutToken(settings.publicUrl, notice, key) }).toString(),
    });
    if (status >= 200 && status < 300) return await removeNotice(database, notice.id);
    log.warn({ client: notice.client_id, status }, "a game refused a logout notice");
  } catch (error) {
    if (!(error instanceof OutsideFault)) throw error;
    log.warn({ client: notice.client_id, reason: error.reason }, "a logout notice could not be sent yet");
  }
  await postponeNoticesOf(database, notice.client_id, Math.min(300, 5 * 2 ** Math.min(notice.attempts - 1, 6)));
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

/** Sends whenever a login ends in any portal process. The job sends again what failed. Returns a function that ends it. */
export async function sendNoticesAtOnce(context: Sending & Pick<AppContext, "listen">): Promise<() => Promise<void>> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await sendLogoutNotices(context).catch((error: unknown) => context.log.warn({ err: error }, "logout notices wait for the job"));
    } while (isAskedAgain);
    running = undefined;
  };
  const wake = (): void => {
    isAskedAgain = true;
    running ??= run();
  };
  const stop = await context.listen("logout", { onMessage: wake, onGap: wake });
  return async () => {
    await stop();
    isAskedAgain = false;
    await running;
  };
}
