/** Sends a steady number of requests per second, and does not wait for earlier answers, as independent users do. */
import { setTimeout as delay } from "node:timers/promises";
import { Connection } from "./connection.ts";

export interface OpenLoop {
  port: number;
  perSecond: number;
  seconds: number;
  nextRequest: () => string;
}

/** Returns milliseconds from sending to the complete answer, one value per request. */
export async function runOpenLoop({ port, perSecond, seconds, nextRequest }: OpenLoop): Promise<number[]> {
  const free: Connection[] = [];
  const all: Connection[] = [];
  const milliseconds: number[] = [];
  const takeConnection = (): Connection => {
    const connection = free.pop() ?? new Connection(port);
    if (!all.includes(connection)) all.push(connection);
    return connection;
  };
  const sendOne = async (): Promise<void> => {
    const connection = takeConnection();
    const sent = performance.now();
    const { status } = await connection.send(nextRequest());
    milliseconds.push(performance.now() - sent);
    if (status !== 200) throw new Error(`a probe on port ${port} was answered ${status}`);
    free.push(connection);
  };
  const start = performance.now();
  const sending: Promise<void>[] = [];
  try {
    for (let due = 0; due < perSecond * seconds; due += 1) {
      const wait = start + (due * 1000) / perSecond - performance.now();
      if (wait > 0) await delay(wait);
      sending.push(sendOne());
    }
    await Promise.all(sending);
  } finally {
    for (const connection of all) connection.close();
  }
  return milliseconds;
}
