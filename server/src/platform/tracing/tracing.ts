/** Spans of requests, statements and letters. */
import type { FastifyInstance } from "fastify";
import type { LogEvent } from "kysely";
import type { Mailer } from "#/platform/mail/mailer.ts";

export interface Tracing {
  /** Makes a span for each request. A trusted proxy's `traceparent` is its parent. */
  traceRequests(app: FastifyInstance, trustedProxies: readonly string[]): void;
  /** Makes a span for each statement, below the request that runs it. */
  traceStatement(event: LogEvent): void;
  traceMailer(mailer: Mailer): Mailer;
  /** Sends the last spans. */
  close(): Promise<void>;
}
