/** Faults that fail every journey: third-party requests, breaches of the content security policy, and console errors. */
import type { BrowserContext, ConsoleMessage } from "@playwright/test";
import { portalUrl } from "./world.ts";

/** The browser reports refusals as errors, although they are expected answers. */
const refused = /^Failed to load resource: the server responded with a status of (400|401|403|404|409|410|429|503) /;

export interface Faults {
  /** The unexpected faults so far. */
  list(): readonly string[];
}

/** Watches every page of a context, later ones too. `expected` are errors that the journey provokes. */
export async function watchForFaults(context: BrowserContext, expected: RegExp | undefined): Promise<Faults> {
  const faults: string[] = [];
  context.on("request", (request) => {
    if (!isOurs(request.url())) faults.push(`request to a third party: ${request.url()}`);
  });
  context.on("console", (message) => {
    if (isFault(message, expected)) faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => {
    const { message, stack } = error.error();
    if (expected?.test(message) !== true) faults.push(`uncaught: ${stack}`);
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return { list: () => faults };
}

function isFault(message: ConsoleMessage, expected: RegExp | undefined): boolean {
  return message.type() === "error" && !refused.test(message.text()) && expected?.test(message.text()) !== true;
}

/** The portal, the stand-ins (and the ports a loopback game opens), and an installed game's own scheme. */
function isOurs(address: string): boolean {
  const url = new URL(address);
  return (
    url.origin === portalUrl || (url.protocol === "http:" && url.hostname === "127.0.0.1") || url.protocol.startsWith("example.storyport.")
  );
}
