import { setTimeout as later } from "node:timers/promises";
import { Requestor } from "@openid/appauth";

/**
 * Waits as long as a busy portal asks (429, 503), a minute at most, three times. AppAuth's own requestors drop Retry-After and the words of
 * an error.
 */
export class PatientRequestor extends Requestor {
  async xhr<T>({ url = "", method = "GET", headers, data }: JQueryAjaxSettings): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, {
        method,
        headers: { accept: "application/json", ...(headers as Record<string, string> | undefined) },
        ...(typeof data === "string" && { body: data }),
        redirect: "error",
      });
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || attempt > 3) return readAnswer<T>(response);
      const seconds = Number(response.headers.get("retry-after")) || 5;
      await later(Math.min(seconds, 60) * 1000);
    }
  }
}

/** A refusal of the token endpoint is an answer too: AppAuth reads its `error`. A revocation has an empty body, and a proxy sends HTML. */
async function readAnswer<T>(response: Response): Promise<T> {
  const answer = parse((await response.text()) || "{}");
  if (answer === undefined || !(response.ok || "error" in answer)) throw new Error(`The portal answered ${response.status}.`);
  return answer as T;
}

/** Returns undefined for a text that is no object of JSON. */
function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
