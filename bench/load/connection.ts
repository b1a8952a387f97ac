/**
 * One keep-alive HTTP connection with one request at a time. It is far cheaper than a real client, so that on a shared machine
 * the servers get the processor.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";

export interface Answer {
  status: number;
  /** Status line and headers. */
  head: string;
}

const patience = 20_000;

export class Connection {
  #socket: Socket;
  #received = "";
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setTimeout(patience, () => {
      // A connection without a request may rest.
      if (this.#waiting !== undefined) this.#socket.destroy(new Error("no answer in time"));
    });
    this.#socket.on("data", (chunk) => this.#read(chunk));
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("the server closed the connection")));
  }

  /**
   * `request` is a whole HTTP message, one character for each byte. Rejects if the connection ends before the whole answer, or has ended
   * before.
   */
  send(request: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#received = "";
    this.#waiting = { resolve, reject };
    if (this.#socket.destroyed) reject(new Error("the connection has ended"));
    else this.#socket.write(request, "latin1");
    return promise;
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received += chunk.toString("latin1");
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    if (!isWhole(head, this.#received.slice(end + 4))) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(head.slice(9, 12)), head });
  }
}

function isWhole(head: string, body: string): boolean {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return !/\r\ntransfer-encoding: *chunked/i.test(head) || body.endsWith("0\r\n\r\n");
}

export function getRequest(path: string, cookie = ""): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie === "" ? "" : `Cookie: ${cookie}\r\n`}\r\n`;
}

/** A POST as a page of the same origin sends it. */
export function postRequest(path: string, port: number, body: unknown): string {
  const json = JSON.stringify(body);
  const headers = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(json)}`,
  ];
  return `${headers.join("\r\n")}\r\n\r\n${json}`;
}
