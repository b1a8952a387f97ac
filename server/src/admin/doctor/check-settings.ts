import { isIP } from "node:net";
import type { Settings } from "#/platform/settings.ts";
import { findingsOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

const { ok, warning } = findingsOf("settings");

/** Finds settings that are allowed but rarely meant. A mistake already ends the start. */
export function checkSettings(settings: Settings): Finding[] {
  const findings: Finding[] = [];
  const { hostname } = new URL(settings.publicUrl);
  if (!settings.isProduction) {
    findings.push(warning("NODE_ENV is not production: default secrets and plain http are accepted.", "Set NODE_ENV=production."));
  }
  if (settings.isDemo)
    findings.push(warning("The demo world is on, whose passwords everybody knows.", "Set DEMO=false, or NODE_ENV=production."));
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    findings.push(warning(`PUBLIC_URL is a bare address (${hostname}).`, "Set PUBLIC_URL to the name that users type."));
  }
  if (settings.isProduction && settings.trustedProxies.length === 0) {
    findings.push(
      warning(
        "TRUSTED_PROXIES is empty, so all users behind your proxy count as one network address.",
        "Set TRUSTED_PROXIES to the addresses of your proxies.",
      ),
    );
  }
  if (settings.isProduction && !settings.requireAdminSecondFactor) {
    findings.push(
      warning("Administrators may log in without a second factor.", "Leave out REQUIRE_ADMIN_SECOND_FACTOR, or set it to true."),
    );
  }
  if (!isSameSite(settings.mail.from, hostname)) {
    findings.push(
      warning(
        `MAIL_FROM (${settings.mail.from}) and PUBLIC_URL (${hostname}) have different domains, which readers take for a forgery.`,
        "Set MAIL_FROM to an address on the domain of PUBLIC_URL.",
      ),
    );
  }
  return [...findings, ok(findings.length === 0 ? "The settings are complete." : "No setting is missing or malformed.")];
}

/** Returns whether the mail's domain is the host's, or above or below it. */
function isSameSite(from: string, hostname: string): boolean {
  const domain = from.split("@")[1]?.toLowerCase() ?? "";
  return hostname === domain || hostname.endsWith(`.${domain}`) || domain.endsWith(`.${hostname}`);
}
