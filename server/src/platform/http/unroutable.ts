/**
 * Requests that never reach a route: bytes that are no HTTP, headers too large, addresses that cannot be decoded. No hook runs
 * for them and the framework's own answers repeat the address, proofs in it included; so they are answered here.
 */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#/platform/refusal.ts";
import { envelope } from "./error-handler.ts";
import { bareHeaders } from "./security-headers.ts";

/** For addresses that cannot be decoded, and parameters longer than any of ours. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  request.log.debug({ reason: error.code }, "unroutable");
  const refusal = new Refusal("errors.invalidInput");
  void reply
    .status(refusal.status)
    .headers({ ...bareHeaders, "x-request-id": request.id })
    .send(envelope(refusal, request.id));
}

/** For what Node's parser refuses before there is a request. */
export function answerBrokenBytes(error: Error & { code?: string }, socket: Socket): void {
  // Whoever has gone reads no answer.
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const [status, refusal] = refusalOf(error.code);
  const body = JSON.stringify(envelope(refusal, requestId));
  const headers = {
    ...bareHeaders,
    "x-request-id": requestId,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
}

function refusalOf(code: string | undefined): [statusLine: string, refusal: Refusal] {
  if (code === "HPE_HEADER_OVERFLOW") return ["431 Request Header Fields Too Large", new Refusal("errors.payloadTooLarge")];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return ["408 Request Timeout", new Refusal("errors.invalidInput")];
  return ["400 Bad Request", new Refusal("errors.invalidInput")];
}
