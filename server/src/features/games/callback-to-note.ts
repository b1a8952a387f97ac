import { limits } from "@storyport/contract/limits";

const webSchemes = ["https:", "http:"];

/**
 * Returns as much of an address as the history may keep. Any site may choose this text, and put a secret or a person into it. So a scheme,
 * host, port or part of the path stays only if a registered callback of the game has it. `http` and `https` always stay. Every other part
 * becomes "…", which shows where the address differs. User name, query and fragment are left out. Returns undefined for a text that is no
 * address.
 */
export function callbackToNote(sent: string, registered: readonly { url: string }[]): string | undefined {
  const url = URL.parse(sent);
  if (url === null) return undefined;
  const known = registered.flatMap((callback) => URL.parse(callback.url) ?? []);
  const parts = ["", ...known.flatMap(({ pathname }) => pathname.split("/"))];
  const scheme = [...webSchemes, ...known.map(({ protocol }) => protocol)].includes(url.protocol) ? url.protocol : "…:";
  const path = url.pathname.split("/").map((part) => (parts.includes(part) ? part : "…"));
  return `${scheme}${hostToNote(url, known)}${path.join("/")}`.slice(0, limits.refusedLogins.callbackMax);
}

function hostToNote({ host, hostname }: URL, known: readonly URL[]): string {
  if (host === "") return "";
  if (known.some((callback) => callback.host === host)) return `//${host}`;
  // Only the port differs from a registered callback, so the host stays.
  return known.some((callback) => callback.hostname === hostname) ? `//${hostname}:…` : "//…";
}
