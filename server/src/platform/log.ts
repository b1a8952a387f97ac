/** What the portal writes to its log, and what it never writes: no secret, no address with one in it (DESIGN 8.5). */
import type { FastifyRequest } from "fastify";
import type { Logger, LoggerOptions } from "pino";

export type Log = Pick<Logger, "info" | "warn" | "error" | "debug">;

/** Addresses whose path or query carries a proof: the proof is cut out. */
const secretPaths: readonly [RegExp, string][] = [
  [/^(\/account\/delete\/)[^/?]+/, "$1[secret]"],
  [/^(\/api\/auth\/(?:new-user-password|user\/deletion)\/[^/]+\/)[^/?]+/, "$1[secret]"],
];
const publicQuery = new Set(["gameId", "orgId", "page", "scope", "error", "postLoginPage", "filter"]);

/** The address without secrets: only query members known to be harmless keep their value. */
export function loggableUrl(url: string): string {
  const [path = "", query] = url.split("?", 2);
  const cleanPath = secretPaths.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), path);
  if (query === undefined) return cleanPath.slice(0, 300);
  const members = [...new URLSearchParams(query)].map(([name, value]) =>
    publicQuery.has(name) && name !== "filter" ? `${name}=${encodeURIComponent(value)}` : `${encodeURIComponent(name)}=[hidden]`,
  );
  return `${cleanPath}?${members.join("&")}`.slice(0, 300);
}

export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, url: loggableUrl(request.url) }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
    // A second wall: should a caller log an object with one of these in it, the value does not get out.
    redact: {
      paths: ["password", "token", "code", "cookie", "authorization", "email", "recipient"].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: "[secret]",
    },
  };
}
