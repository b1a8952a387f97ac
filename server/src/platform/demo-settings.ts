/** Whether the settings are those of the demo world, and the ports of the demo. */
import { isIPv4 } from "node:net";

/** How many ports the stand-ins take: one for each of the four, and one for the mailbox's SMTP. The defaults are those after 3000. */
export const standInPorts = 5;
export const defaultPort = 3000;
export const defaultStandInsPort = 3001;

type Given = Record<string, string | undefined>;

/** Reads the settings as they were given, so that mistakes about the demo are reported together with other mistakes. */
export function isDemoWorld(given: Given, production: boolean): boolean {
  if (production) return false;
  return given["DEMO"] === undefined ? isOnlyForThisMachine(given) : given["DEMO"] === "true";
}

/**
 * Whether no other machine reaches this portal and no other program uses its store. Behind a proxy other machines do, whatever
 * the addresses say.
 */
function isOnlyForThisMachine(given: Given): boolean {
  const publicUrl = given["PUBLIC_URL"] ?? "http://localhost";
  if (given["DATABASE_URL"] !== undefined || !isLoopback(given["HOST"] ?? "127.0.0.1")) return false;
  return (given["TRUSTED_PROXIES"] ?? "").trim() === "" && URL.canParse(publicUrl) && isLoopback(new URL(publicUrl).hostname);
}

/** Returns the mistake of a portal on a port of the stand-ins. Only for the demo: elsewhere no stand-in starts, and its ports are free. */
export function sharedPorts(given: Given): string[] {
  const port = Number(given["PORT"] ?? defaultPort);
  const first = Number(given["STAND_INS_PORT"] ?? defaultStandInsPort);
  const last = first + standInPorts - 1;
  if (port < first || port > last || Number.isNaN(port - first)) return [];
  return [`PORT: ${port} is among the ports of the stand-ins, ${first} to ${last}. Choose another PORT or STAND_INS_PORT.`];
}

/** True for a loopback address, in brackets or not, and for a name of this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.+)\]$/, "$1");
  return name === "::1" || /^(?:.+\.)?localhost$/.test(name) || (isIPv4(name) && name.startsWith("127."));
}
