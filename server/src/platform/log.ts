/** The portal's log. It never contains a secret or an address with one (DESIGN 8.5). */
import { checkDeletionCode } from "@storyport/contract/accounts";
import { checkEmailProposal } from "@storyport/contract/email-changes";
import { apiBase } from "@storyport/contract/endpoint";
import { checkActivationCode, checkInvitation } from "@storyport/contract/passwords";
import type { FastifyRequest } from "fastify";
import { pino } from "pino";
import type { Logger, LoggerOptions } from "pino";
import type { BuildInfo } from "./build-info.ts";
import { LogOutput } from "./log-output.ts";

export type Log = Pick<Logger, "info" | "warn" | "error" | "debug">;

/** Addresses whose last path parameter is a proof. It is cut out in every spelling of the address. */
const secretPaths: readonly RegExp[] = [
  /^(\/account\/delete\/)[^/]+/i,
  /^(\/transfers\/)[^/]+/i,
  /^(\/conformance-report\/)[^/]+/i,
  ...[checkActivationCode, checkInvitation, checkDeletionCode, checkEmailProposal].map(({ path }) => beforeProof(`${apiBase}/${path}`)),
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

/** In characters. The rest of a longer address is cut off. */
const longestUrl = 300;

/** Where no route matches, a mistyped link may have a proof in any part of its path. The first part tells enough. */
const behindFirstPart = new RegExp(`^(${apiBase}/[^/]*/|(?!${apiBase}/)/[^/]*/).+`, "i");

/** Returns the address without secrets. */
export function loggableUrl(url: string, { isUnmatched = false } = {}): string {
  const [path = "", query] = url.split("?", 2);
  const onePath = decoded(path).replace(/\/{2,}/g, "/");
  const knownPath = isUnmatched ? onePath.replace(behindFirstPart, "$1[hidden]") : onePath;
  const cleanPath = secretPaths.reduce((clean, pattern) => clean.replace(pattern, "$1[secret]"), knownPath);
  if (query === undefined) return cleanPath.slice(0, longestUrl);
  const members = [...new URLSearchParams(query)].map(([name, value]) => {
    if (Object.hasOwn(publicQuery, name) && publicQuery[name]?.test(value) === true) return `${name}=${value}`;
    return plainName.test(name) ? `${name}=[hidden]` : "[hidden]";
  });
  return `${cleanPath}?${members.join("&")}`.slice(0, longestUrl);
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

/** Writes JSON to standard output, a line for each message. Each line names the portal and its version. */
export function createLog(level: string, { instance, version }: Pick<BuildInfo, "instance" | "version">): Logger {
  return pino({ ...logOptions(level), base: { instance, version } }, new LogOutput());
}

/** @internal Exported for its test. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: {
      err: (error: unknown) => describeError(error),
      req: (request: FastifyRequest) => ({ method: request.method, url: loggableUrl(request.url) }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
    // A second guard. Unlike pino's own `redact` it costs nothing until a line is written.
    formatters: { log: (line) => withoutSecrets(line, 0) },
  };
}

/** The names with a serializer. */
const serialized = new Set(["err", "req", "res"]);
const secretNames = new Set(
  (
    "password token code cookie authorization email recipient secret accessToken refreshToken handover clientCode otpCode credential " +
    "access_token refresh_token id_token client_secret code_verifier device_code device_key user_code"
  ).split(" "),
);
const deepest = 4;

/** Hides the values of `secretNames`. Writes only plain data, because an object such as a database's client holds secrets. */
function withoutSecrets(line: Record<string, unknown>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => {
      if (secretNames.has(name) && value !== undefined) return [name, "[secret]"];
      return [name, depth === 0 && serialized.has(name) ? value : plain(value, depth + 1)];
    }),
  );
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= deepest) return "[deep]";
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => plain(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return withoutSecrets(value as Record<string, unknown>, depth);
  return `[${value.constructor.name}]`;
}
