/** Sends as many requests as a number of connections can have answered. Each connection sends its next request after the answer. */
import { Connection } from "./connection.ts";

export interface ClosedLoop {
  port: number;
  connections: number;
  seconds: number;
  nextRequest: () => string;
}

export interface ClosedLoopResult {
  perSecond: number;
  answers: number;
}

/** Throws if an answer is not 200, because a fast refusal is no figure. */
export async function runClosedLoop({ port, connections, seconds, nextRequest }: ClosedLoop): Promise<ClosedLoopResult> {
  const clients = Array.from({ length: connections }, () => new Connection(port));
  const start = performance.now();
  const end = start + seconds * 1000;
  let answers = 0;
  try {
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end) {
          const { status } = await client.send(nextRequest());
          if (status !== 200) throw new Error(`answer ${answers} on port ${port} was ${status}`);
          answers += 1;
        }
      }),
    );
  } finally {
    for (const client of clients) client.close();
  }
  return { answers, perSecond: answers / ((performance.now() - start) / 1000) };
}
