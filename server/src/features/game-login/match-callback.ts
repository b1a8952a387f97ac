/** Comparing callback addresses (DESIGN A17): exactly, never by pattern; only a loopback address may choose its port. */

export interface RegisteredCallback {
  url: string;
  kind: "WEB" | "LOOPBACK" | "APP";
}

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})(\/[^\s\\#@]*)?$/;

/** RFC 9700, section 2.1: simple string comparison. RFC 8252, section 7.3: any port on a loopback IP address. */
export function isRegisteredCallback(url: string, registered: readonly RegisteredCallback[]): boolean {
  return registered.some((callback) => callback.url === url || (callback.kind === "LOOPBACK" && withoutPort(url) === callback.url));
}

function withoutPort(url: string): string | undefined {
  const [, host, port, path = ""] = loopback.exec(url) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : `http://${host}${path}`;
}
