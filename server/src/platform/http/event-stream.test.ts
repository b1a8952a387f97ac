/** Streams of events over a real connection, to readers that are slow. */
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { EventStream } from "./event-stream.ts";

/** Opens a stream whose reader takes nothing until the test reads. */
async function open(): Promise<{ stream: EventStream; reader: IncomingMessage }> {
  const app = fastify();
  const stream = new EventStream(undefined);
  app.get("/", (_request, reply) => stream.answer(reply));
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = get({ host: "127.0.0.1", port, agent: false }, resolve).on("error", reject);
  onTestFinished(() => void request.destroy());
  return { stream, reader: await promise };
}

/** More than the connection's buffers take. */
const filler = "x".repeat(8 * 1024 * 1024);
const event = (number: number) => JSON.stringify({ number, filler });

async function numbersRead(reader: IncomingMessage): Promise<number[]> {
  let text = "";
  for await (const part of reader.setEncoding("utf8")) text += String(part);
  return [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
}

test("a slow reader of large events keeps its stream, and of the events that wait gets the newest", async () => {
  const { stream, reader } = await open();
  for (let number = 1; number <= 20; number++) stream.send(event(number));
  stream.end({ isFinal: true });
  const numbers = await numbersRead(reader);
  expect(numbers.at(-1)).toBe(20);
  expect(numbers.length).toBeLessThan(4);
});

test("a reader who takes nothing for six beats is closed", async () => {
  const { stream, reader } = await open();
  reader.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => {
    stream.onClose(() => resolve("closed"));
  });
  for (let number = 1; number <= 3; number++) stream.send(event(number));
  // The first event goes to the connection, and the newest waits.
  await setImmediate();
  for (let beats = 0; beats < 6; beats++) stream.beat();
  expect(await closed).toBe("closed");
});
