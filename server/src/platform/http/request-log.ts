/** One line for each request but health checks, when it is answered: what was asked, from which network, and the outcome. */
import { LogController } from "fastify";
import type { FastifyReply, FastifyRequest } from "fastify";
import { loggableUrl } from "#/platform/log.ts";
import { describeCaller } from "./caller.ts";

/** Balancers ask every few seconds, which would be a third of all lines. */
const healthChecks = new Set(["/livez", "/readyz", "/readyz/database"]);

/** Replaces the framework's two lines for a request. It is off unless the log has the level "info". */
export class RequestLog extends LogController {
  readonly #isOn: boolean;

  constructor({ isOn }: { isOn: boolean }) {
    super({ requestIdLogLabel: "requestId" });
    this.#isOn = isOn;
  }

  /** The answer to the request has a line. A second line would say no more. */
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#isOn || healthChecks.has(request.routeOptions.url ?? "")) return;
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ ...describeRequest(request, reply.statusCode), durationMs, err: error ?? undefined }, "request");
  }
}

/** Logs a request that never reached a route. The framework does not report its end. */
export function logUnroutable(request: FastifyRequest, status: number): void {
  request.log.info(describeRequest(request, status), "request");
}

function describeRequest(request: FastifyRequest, status: number): Record<string, unknown> {
  const { refused, routeOptions } = request;
  // The wildcard serves the pages. No page has an address that it answers by 404.
  const isUnmatched = routeOptions.url === undefined || (routeOptions.url === "/*" && status === 404);
  return {
    method: request.method,
    url: loggableUrl(request.url, { isUnmatched }),
    endpoint: routeOptions.config.endpoint?.name,
    status,
    network: describeCaller(request.id, request.ip).network,
    refusal: refused?.code,
    reason: refused?.details.reason,
  };
}
