/** An authenticator app in tests, made from the URL in the QR code with a library that the portal does not use. */
import { sql } from "kysely";
import { URI } from "otpauth";
import { confirmSecondFactor, enrolSecondFactor } from "@storyport/contract/second-factor";
import { throttleKey } from "#/platform/throttle.ts";
import type { Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";

export interface Authenticator {
  otpAuthUrl: string;
  secret: string;
  /** The code that it shows this many steps of thirty seconds from now. */
  code(stepsAhead?: number): Promise<string>;
}

export async function beginFactor(portal: TestPortal, browser: Browser): Promise<Authenticator> {
  const answer = await browser.call(enrolSecondFactor, { body: {} });
  if (answer.status !== 200) throw new Error(`Could not enrol: ${answer.status} ${answer.text}`);
  const { secret, otpAuthUrl } = enrolSecondFactor.response.parse(answer.body);
  return appWith(portal, { otpAuthUrl, secret });
}

/** The app of a factor that was set up at another portal. */
export function appWith(portal: TestPortal, { otpAuthUrl, secret }: Pick<Authenticator, "otpAuthUrl" | "secret">): Authenticator {
  const app = URI.parse(otpAuthUrl);
  if (!("period" in app)) throw new Error("Not the address of a time-based factor");
  return {
    otpAuthUrl,
    secret,
    async code(stepsAhead = 0) {
      const now = await timeInStep(portal);
      return app.generate({ timestamp: now + stepsAhead * app.period * 1000 });
    },
  };
}

/** Returns the database's time. In the last two seconds of a step it waits for the next, so that no code is outdated when it is sent. */
async function timeInStep({ context }: TestPortal): Promise<number> {
  const { rows } = await sql<{ left: number }>`select 30 - mod(extract(epoch from now()), 30)::float8 as left`.execute(context.database);
  const left = rows[0]?.left ?? 0;
  if (left < 2) await sql`select pg_sleep(${left + 0.05})`.execute(context.database);
  const { rows: times } = await sql<{ now: number }>`select extract(epoch from now())::float8 * 1000 as now`.execute(context.database);
  return times[0]?.now ?? 0;
}

/** Sets a second factor up, and travels a minute ahead, so that the app shows an unused code. */
export async function setUpFactor(portal: TestPortal, browser: Browser): Promise<Authenticator & { backupCodes: string[] }> {
  const app = await beginFactor(portal, browser);
  const answer = await browser.call(confirmSecondFactor, { body: { code: await app.code() } });
  if (answer.status !== 200) throw new Error(`Could not confirm: ${answer.status} ${answer.text}`);
  await portal.clock.travel(60);
  return { ...app, backupCodes: confirmSecondFactor.response.parse(answer.body).backupCodes };
}

/** For races: waits would refuse attempts. The count starts below zero by more than the fifty of a race. Returns the key of the count. */
export async function spareWaits({ context }: TestPortal, accountId: string): Promise<string> {
  const window_ends_at = new Date(Date.now() + 3_600_000);
  const key = throttleKey("second-factor", accountId);
  await context.database
    .insertInto("throttles")
    .values({ key, failures: -100, window_ends_at, blocked_until: new Date(0) })
    .execute();
  return key;
}
