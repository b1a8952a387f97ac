/** The portal's log. It never contains a secret or an address with one (DESIGN 8.5). */
import { checkDeletionCode } from "@storyport/contract/accounts";
import { checkEmailProposal } from "@storyport/contract/email-changes";
import { apiBase } from "@storyport/contract/endpoint";
import { checkActivationCode } from "@storyport/contract/passwords";
import type { FastifyRequest } from "fastify";
import type { Logger, LoggerOptions } from "pino";

export type Log = Pick<Logger, "info" | "warn" | "error" | "debug">;

/** Addresses whose last path parameter is a proof. It is cut out in every spelling of the address. */
const secretPaths: readonly RegExp[] = [
  /^(\/account\/delete\/)[^/]+/i,
  ...[checkActivationCode, checkDeletionCode, checkEmailProposal].map(({ path }) => beforeProof(`${apiBase}/${path}`)),
];

function beforeProof(path: string): RegExp {
  const before = path.slice(0, path.lastIndexOf("{")).replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^(${before})[^/]+`, "i");
}

/** Query parameters that are harmless if they match their pattern. */
const publicQuery: Readonly<Record<string, RegExp>> = {
  gameId: /^\d{1,10}$/,
  orgId: /^[\da-f-]{36}$/i,
  page: /^\d{1,10}$/,
  scope: /^[A-Z]{1,20}$/,
  error: /^errors\.[A-Za-z]{1,60}$/,
};
const plainName = /^[A-Za-z_]{1,30}$/;

/** Returns the address without secrets. @internal Exported for its test. */
export function loggableUrl(url: string): string {
  const [path = "", query] = url.split("?", 2);
  const onePath = decoded(path).replace(/\/{2,}/g, "/");
  const cleanPath = secretPaths.reduce((clean, pattern) => clean.replace(pattern, "$1[secret]"), onePath);
  if (query === undefined) return cleanPath.slice(0, 300);
  const members = [...new URLSearchParams(query)].map(([name, value]) => {
    if (Object.hasOwn(publicQuery, name) && publicQuery[name]?.test(value) === true) return `${name}=${value}`;
    return plainName.test(name) ? `${name}=[hidden]` : "[hidden]";
  });
  return `${cleanPath}?${members.join("&")}`.slice(0, 300);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "[undecodable]";
  }
}

/**
 * Keeps the parts of an error that help to fix it. Additional fields of a database or mail server (`detail`, `where`) quote
 * rows and addresses.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...("code" in error ? { errorCode: error.code } : {}),
    ...("constraint" in error ? { constraint: error.constraint } : {}),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    serializers: {
      err: (error: unknown) => describeError(error),
      req: (request: FastifyRequest) => ({ method: request.method, url: loggableUrl(request.url) }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
    // A second guard: hides these values if a caller logs an object that contains them.
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
