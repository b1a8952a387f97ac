/** A port for a process that a test starts. */
import { createServer } from "node:net";

// Below the ports that systems assign themselves, so that no other connection takes the port before the process does. Beside
// the ranges of tools/ports.ts.
const range = [31_000, 32_000] as const;

/** Returns a port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const [lowest, highest] = range;
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
