import type { Resolver } from "node:dns/promises";
import { request } from "node:https";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { Settings } from "#/platform/settings.ts";
import { findingsOf, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** The name server and the authorities that the doctor uses. Tests have their own. */
export interface Surroundings {
  resolver: Pick<Resolver, "resolve4" | "resolve6" | "resolveTxt" | "resolveMx">;
  /** Certificates of authorities, in place of the usual ones. */
  ca?: string | undefined;
}

const dns = findingsOf("dns");
const tls = findingsOf("tls");
const clock = findingsOf("clock");

const patienceMs = 5000;
const dayMs = 86_400_000;
/** Certificates are usually renewed a month before their end. */
const soonDays = 14;
/** Clocks that NTP sets differ by less than a second. */
const clockToleranceSeconds = 5;

/** Checks the name of PUBLIC_URL, and the certificate and the clock of each server behind it. */
export async function checkAddress({ publicUrl }: Pick<Settings, "publicUrl">, surroundings: Surroundings): Promise<Finding[]> {
  const url = new URL(publicUrl);
  const name = url.hostname.replace(/^\[|\]$/g, "");
  if (name === "localhost") return [dns.unchecked("PUBLIC_URL is this machine alone.", "Set PUBLIC_URL to the address that users type.")];
  const addresses = isIP(name) === 0 ? await addressesOf(name, surroundings.resolver) : [name];
  if (!Array.isArray(addresses)) return [addresses, tls.unchecked("Without an address there is nothing to ask for its certificate.")];
  const found = dns.ok(`${name} is ${addresses.join(", ")}.`);
  if (url.protocol !== "https:") return [found, tls.unchecked("PUBLIC_URL is plain http, so there is no certificate.")];
  const port = Number(url.port || 443);
  const each = await Promise.all(addresses.map((address) => checkServer({ name, host: url.host, address, port, ca: surroundings.ca })));
  return [found, ...each.flat()];
}

async function addressesOf(name: string, resolver: Surroundings["resolver"]): Promise<string[] | Finding> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [String(Reflect.get(Object(answer.reason), "code"))] : []));
  return codes.every((code) => code === "ENOTFOUND" || code === "ENODATA")
    ? dns.fault(`The name ${name} of PUBLIC_URL has no address.`, "Publish an A or AAAA record for it, or correct PUBLIC_URL.")
    : dns.unchecked(`The name server does not answer (${codes.join(", ")}).`, "Check /etc/resolv.conf of this machine.");
}

interface Server {
  name: string;
  /** As in the Host header: the name, with the port unless it is the usual one. */
  host: string;
  address: string;
  port: number;
  ca: string | undefined;
}

async function checkServer(server: Server): Promise<Finding[]> {
  const { name, address, port } = server;
  let certificate: { of: PeerCertificate; fault: string | undefined };
  try {
    certificate = await handshake(server);
  } catch (error) {
    return [
      tls.unchecked(
        `${address}:${port} does not answer here (${reasonOf(error)}).`,
        "If users reach it, look from outside. Otherwise start the proxy, and open the port.",
      ),
    ];
  }
  const { of, fault } = certificate;
  if (fault !== undefined) return [certificateFault(name, fault, of)];
  const days = Math.floor((Date.parse(of.valid_to) - Date.now()) / dayMs);
  const until = `until ${new Date(of.valid_to).toISOString().slice(0, 10)}`;
  const valid =
    days < soonDays
      ? tls.warning(
          `The certificate of ${name} ends in ${days} days (${until}).`,
          "Renew it, and find out why it was not renewed by itself.",
        )
      : tls.ok(`${name} has a trusted certificate at ${address}, valid ${until}.`);
  return [valid, await checkPortal(server)];
}

/** A connection without trust still shows the certificate. */
function handshake({ name, address, port, ca }: Server): Promise<{ of: PeerCertificate; fault: string | undefined }> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      host: address,
      port,
      // TLS names no address (RFC 6066, section 3).
      ...(isIP(name) === 0 && { servername: name }),
      ...(ca !== undefined && { ca }),
      // The fault is read below, and nothing is sent.
      rejectUnauthorized: false,
    });
    socket.setTimeout(patienceMs, () => socket.destroy(new Error("no answer in five seconds")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const { authorized, authorizationError } = socket;
      resolve({ of: socket.getPeerCertificate(), fault: authorized ? undefined : String(authorizationError) });
      socket.end();
    });
  });
}

function certificateFault(name: string, fault: string, { valid_to: end, subjectaltname: names = "none" }: PeerCertificate): Finding {
  if (fault.includes("CERT_HAS_EXPIRED")) return tls.fault(`The certificate of ${name} ended on ${end}.`, "Renew it.");
  if (fault.includes("ALTNAME")) {
    return tls.fault(
      `The certificate is for other names (${names}), not for ${name}.`,
      `Get a certificate for ${name}, or correct PUBLIC_URL.`,
    );
  }
  return tls.fault(
    `The certificate of ${name} is not trusted (${fault}).`,
    "Give the proxy the whole chain: its certificate, then those of the authorities between it and the root.",
  );
}

/** Asks the portal for its health, and compares the clocks. */
async function checkPortal({ name, host, address, port, ca }: Server): Promise<Finding> {
  const begun = Date.now();
  const answer = await new Promise<{ status: number; date: string | undefined } | string>((resolve) => {
    const asked = request(
      {
        host: address,
        port,
        ...(isIP(name) === 0 && { servername: name }),
        path: "/livez",
        agent: false,
        timeout: patienceMs,
        headers: { host },
        ...(ca !== undefined && { ca }),
      },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, date: response.headers.date });
      },
    );
    asked.once("timeout", () => asked.destroy(new Error("no answer in five seconds")));
    asked.once("error", (error) => resolve(reasonOf(error)));
    asked.end();
  });
  if (typeof answer === "string") return tls.unchecked(`https://${name}/livez does not answer (${answer}).`, "Start the portal.");
  if (answer.status !== 200) {
    return tls.warning(`https://${name}/livez answers ${answer.status}.`, "Start the portal, and let the proxy forward every path to it.");
  }
  if (answer.date === undefined) return clock.unchecked(`${name} sends no Date.`);
  // The header has whole seconds.
  return compareClocks(name, Date.parse(answer.date) + 500 - (begun + Date.now()) / 2);
}

/** `aheadMs`: how far the other clock is ahead of this machine's clock, negative if it is behind. */
export function compareClocks(other: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const says = `The clock of ${other} is ${seconds} s ${aheadMs < 0 ? "behind" : "ahead of"} this machine's.`;
  return seconds > clockToleranceSeconds ? clock.warning(says, "Set both by NTP (chrony or systemd-timesyncd).") : clock.ok(says);
}
