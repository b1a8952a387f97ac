import type { IncomingMessage } from "node:http";

/** What is read of a refused body and thrown away, in bytes. A longer one is cut off. */
const most = 16 * 1024 * 1024;

/**
 * Reads a body that is refused unread to its end, and keeps nothing of it. Fastify closes such a connection with its answer. A client that is
 * still writing would then get a connection error in place of the refusal. The server's `requestTimeout` ends a slow sender.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  let length = 0;
  const count = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > most) resolve();
  };
  const events = ["end", "close", "error"] as const;
  for (const event of events) request.once(event, resolve);
  request.on("data", count);
  await isOver;
  request.pause();
  request.off("data", count);
  for (const event of events) request.off(event, resolve);
}
