/** A TCP proxy in front of the database that a test can cut, freeze and restore. */
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface CuttableProxy {
  /** Returns the same address through this proxy. */
  through(url: string): Promise<string>;
  /** Ends every connection, and closes new ones at once. */
  cut(): void;
  /** Existing connections accept data and never answer, as after a failover; new ones work. */
  freeze(): void;
  /** Lets new connections through again after `cut`. */
  restore(): void;
  close(): Promise<void>;
}

export function createCuttableProxy(): CuttableProxy {
  const pairs = new Set<{ inner: Socket; outer: Socket }>();
  let target = { host: "", port: 0 };
  let isCut = false;

  const server = createServer((outer) => {
    if (isCut) {
      outer.destroy();
      return;
    }
    const inner = connect(target.port, target.host);
    const pair = { inner, outer };
    pairs.add(pair);
    const end = (): void => {
      inner.destroy();
      outer.destroy();
      pairs.delete(pair);
    };
    for (const socket of [inner, outer]) {
      socket.on("error", end);
      socket.on("close", end);
    }
    inner.pipe(outer);
    outer.pipe(inner);
  });

  return {
    async through(url) {
      const address = new URL(url);
      target = { host: address.hostname, port: Number(address.port || 5432) };
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      address.hostname = "127.0.0.1";
      address.port = String((server.address() as AddressInfo).port);
      return address.href;
    },
    cut() {
      isCut = true;
      for (const { inner, outer } of pairs) {
        inner.destroy();
        outer.destroy();
      }
    },
    freeze() {
      for (const { inner, outer } of pairs) {
        inner.unpipe(outer);
        outer.unpipe(inner);
        outer.resume();
      }
    },
    restore() {
      isCut = false;
    },
    async close() {
      this.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
