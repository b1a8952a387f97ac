/** Requests as bytes that no library would send. */
import { connect } from "node:net";

const patienceMs = 20_000;

/** Sends bytes and returns the status of the answer; undefined if the connection closed without one. */
export async function sendRaw(port: number, request: string | Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect({ port, host: "127.0.0.1" });
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`No answer came to ${request.toString("latin1").slice(0, 300)}`)));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.once("close", () => resolve(undefined));
    socket.once("error", (error: NodeJS.ErrnoException) => (error.code === undefined ? reject(error) : resolve(undefined)));
    // The server may close before it has read everything.
    socket.write(request);
  });
}

/** Sends bytes and disconnects before the answer. */
export async function sendAndLeave(port: number, request: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("error", () => undefined).once("close", () => resolve());
    socket.write(request, () => socket.destroy());
  });
}
