/** Compares callback addresses exactly, never by pattern (DESIGN A17). Only a loopback address may choose its port. */

import type { CallbackKind } from "@storyport/contract/vocabulary";

export interface RegisteredCallback {
  url: string;
  kind: CallbackKind;
}

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})(\/[^\s\\#@]*)?$/;

/**
 * Returns the kind of the registered callback, or undefined. RFC 9700, section 2.1: simple string comparison. RFC 8252, section
 * 7.3: any port on a loopback IP address.
 */
export function matchCallback(url: string, registered: readonly RegisteredCallback[]): CallbackKind | undefined {
  const exact = registered.find((callback) => callback.url === url);
  const match = exact ?? registered.find((callback) => callback.kind === "LOOPBACK" && withoutPort(url) === callback.url);
  return match?.kind;
}

function withoutPort(url: string): string | undefined {
  const [, host, port, path = ""] = loopback.exec(url) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : `http://${host}${path}`;
}
