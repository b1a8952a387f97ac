import { createServer } from "node:net";

const thisMachine = "127.0.0.1";

/** Returns why this process cannot listen on the port now, such as EADDRINUSE or EACCES. Port 0 means "any" and is always free. */
export async function faultOfPort(port: number, host = thisMachine): Promise<string | undefined> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * In a range that systems rarely assign themselves. A single port never lies in a block that a run of journeys keeps for later
 * (e2e/support/ports.ts). From 31,000 on the ports belong to server/test/free-port.ts.
 */
const ranges = { blocks: [20_000, 25_900], single: [26_000, 31_000] } as const;

/** Returns the first of `count` consecutive free ports; `count` is less than a hundred. */
export async function findFreePorts(count: number): Promise<number> {
  const [lowest, highest] = ranges[count === 1 ? "single" : "blocks"];
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest));
    const block = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(block.map((port) => faultOfPort(port)))).every((fault) => fault === undefined)) return first;
  }
  throw new Error(`No ${count} consecutive free ports were found on ${thisMachine}.`);
}
