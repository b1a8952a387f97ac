/**
 * Answers requests that never reach a route: malformed HTTP, too large headers, addresses that cannot be decoded. No hook runs
 * for them, and the framework's own answers would repeat the address with its proofs.
 */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#/platform/refusal.ts";
import { envelope } from "./error-handler.ts";
import { asksForPage, plainPage } from "./plain-page.ts";
import { logUnroutable } from "./request-log.ts";

interface Unroutable {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The security headers, because no hook sets them. */
  headers: Readonly<Record<string, string>>;
}

type BrokenBytes = Error & { code?: string; rawPacket?: unknown };

/** For addresses that cannot be decoded, and for parameters that are too long. */
export function answerUnroutable(error: FastifyError, { request, reply, headers }: Unroutable): void {
  const refusal = new Refusal("errors.invalidInput", { reason: error.code });
  request.refused = refusal;
  logUnroutable(request, refusal.status);
  const { type, body } = answerFor(`${request.method} ${request.url}\r\n${headerLines(request)}`, refusal, request.id);
  void reply
    .status(refusal.status)
    .headers({ ...headers, "x-request-id": request.id, "content-type": type })
    .send(body);
}

/** For requests that Node's parser refuses. */
export function answerBrokenBytes(error: BrokenBytes, socket: Socket, bare: Unroutable["headers"]): void {
  // A disconnected client cannot read an answer.
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const [status, refusal] = refusalOf(error.code);
  // If the headers filled several packets, only the last is available. An unrecognized client gets the envelope.
  const bytes = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString("latin1") : "";
  const { type, body } = answerFor(bytes, refusal, requestId);
  const headers = {
    ...bare,
    "x-request-id": requestId,
    "content-type": type,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
}

/** A page for navigations, the contract's envelope for all others. */
function answerFor(bytes: string, refusal: Refusal, requestId: string): { type: string; body: string } {
  if (asksForPage(bytes)) return { type: "text/html; charset=utf-8", body: plainPage(refusal) };
  return { type: "application/json; charset=utf-8", body: JSON.stringify(envelope(refusal, requestId)) };
}

function headerLines({ headers }: FastifyRequest): string {
  return `sec-fetch-mode: ${headers["sec-fetch-mode"]?.toString() ?? ""}\r\naccept: ${headers.accept ?? ""}`;
}

function refusalOf(code: string | undefined): [statusLine: string, refusal: Refusal] {
  if (code === "HPE_HEADER_OVERFLOW") return ["431 Request Header Fields Too Large", new Refusal("errors.payloadTooLarge")];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return ["408 Request Timeout", new Refusal("errors.invalidInput")];
  return ["400 Bad Request", new Refusal("errors.invalidInput")];
}
