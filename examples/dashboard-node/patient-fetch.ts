import { setTimeout as later } from "node:timers/promises";
import type { CustomFetch } from "openid-client";

/**
 * Waits as long as a busy portal asks (429, 503), three times. The library ends each of its requests after `timeout` seconds, waits included,
 * unless told otherwise.
 */
export const patientFetch: CustomFetch = async (address, { body, ...options }) => {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, { ...options, ...(body !== undefined && { body: body as BodyInit | null }) });
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt > 3) return response;
    const seconds = Number(response.headers.get("retry-after")) || 5;
    await later(Math.min(seconds, 60) * 1000);
  }
};
