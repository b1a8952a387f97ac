/** A browser without scripts, for the games of conformance runs: it keeps cookies, and follows nothing by itself. */
import { createOutsideFetch, OutsideFault } from "#/platform/http/outside-fetch.ts";
import type { OutsideAnswer, OutsideFaultReason } from "#/platform/http/outside-fetch.ts";
import type { Settings } from "#/platform/settings.ts";

interface Visit {
  status?: number;
  /** The absolute address of a redirect. */
  location?: string | undefined;
  failure?: OutsideFaultReason;
}

/** A game's page may be large. Only its status and headers are used. */
const maxBytes = 2_000_000;

/** The cookies of one browser, by host. Cookies of all ports of a host are one jar, as in browsers. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  headerFor(url: URL): string | undefined {
    const own = this.#cookies.get(url.hostname);
    if (own === undefined || own.size === 0) return undefined;
    return [...own].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Keeps up to twenty cookies of an answer, and 4 kB of each value, so that no game fills the memory. */
  keep(url: URL, lines: readonly string[]): void {
    const own = this.#cookies.get(url.hostname) ?? new Map<string, string>();
    for (const line of lines.slice(0, 20)) {
      const [pair = "", ...attributes] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (isOver(attributes)) own.delete(name.trim());
      else own.set(name.trim(), value.join("=").trim().slice(0, 4096));
    }
    this.#cookies.set(url.hostname, own);
  }
}

/** Whether a cookie ends at once. Of a repeated attribute the last counts, and Max-Age before Expires (RFC 6265, section 5.3). */
function isOver(attributes: readonly string[]): boolean {
  const valueOf = (name: string) =>
    attributes.map((attribute) => attribute.split("=", 2).map((part) => part.trim())).findLast(([own]) => own?.toLowerCase() === name)?.[1];
  const seconds = valueOf("max-age");
  if (seconds !== undefined && /^-?\d+$/.test(seconds)) return Number(seconds) <= 0;
  return Date.parse(valueOf("expires") ?? "") <= Date.now();
}

/** Gets one address as a navigation. Never throws for what the game does; `failure` says it. */
export async function visitGame(settings: Pick<Settings, "isProduction" | "isDemo">, address: string, jar: CookieJar): Promise<Visit> {
  if (!URL.canParse(address)) return { failure: "address" };
  const url = new URL(address);
  const cookie = jar.headerFor(url);
  const headers = { accept: "text/html", ...(cookie === undefined ? {} : { cookie }) };
  let answer: OutsideAnswer;
  try {
    answer = await createOutsideFetch(settings, { maxBytes })(address, { headers });
  } catch (error) {
    // The difference would map the operator's own network to people who build games.
    if (error instanceof OutsideFault) return { failure: error.reason === "private" ? "unreachable" : error.reason };
    throw error;
  }
  const { status, headers: answered } = answer;
  const { location } = answered;
  jar.keep(url, answered["set-cookie"] ?? []);
  const leads = status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url.href);
  return { status, location: leads ? new URL(location, url).href : undefined };
}
