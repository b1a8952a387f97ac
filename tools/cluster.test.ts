/** The pure parts of `npm run cluster`. The rest needs Debian's packages and runs by hand. */
import { createServer, connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";

import { haproxySettings, patroniSettings, pgbouncerSettings } from "./cluster/configurations.ts";
import { missingPackages } from "./cluster/packages.ts";
import { databaseNodes, poolers, portalPlaces } from "./cluster/places.ts";
import { Wire } from "./cluster/wires.ts";
import { findFreePorts } from "./ports.ts";

describe("what is missing", () => {
  test("nothing is said if each program is there", () => {
    expect(missingPackages(() => true)).toBeUndefined();
  });

  test("a sentence names the programs and Debian's packages", () => {
    const isThere = (file: string): boolean => !/(etcd|pgbouncer)$/.test(file);
    expect(missingPackages(isThere)).toMatch(/needs etcd, pgbouncer\. .*apt-get install etcd-server pgbouncer /);
  });
});

describe("the settings of the engines", () => {
  const secrets = { superuser: "s", replication: "r", owner: "o", portal: "p" };

  test("each node reaches etcd through wires of its own, and replicates synchronously", () => {
    const [first, second] = databaseNodes.map((node) => patroniSettings(node, secrets, { folder: "/folder", binaries: "/binaries" }));
    expect(first).toMatchObject({
      etcd: { hosts: ["127.0.0.14:5911", "127.0.0.14:5912", "127.0.0.14:5913"], use_proxies: true },
      bootstrap: { dcs: { synchronous_mode: true, failsafe_mode: true, postgresql: { parameters: { synchronous_commit: "on" } } } },
    });
    expect(second).toMatchObject({
      name: "pg2",
      postgresql: { data_dir: "/folder/pg2/data", parameters: { unix_socket_directories: "/folder/pg2" } },
    });
  });

  test("Patroni keeps its rule ttl >= loop_wait + 2 * retry_timeout", () => {
    for (const node of databaseNodes) {
      const { bootstrap } = patroniSettings(node, secrets, { folder: "/f", binaries: "/b" }) as {
        bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number } };
      };
      const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = bootstrap.dcs;
      expect(ttl).toBeGreaterThanOrEqual(loopWait + 2 * retryTimeout);
    }
  });

  test("the balancer asks each portal whether its database answers, and repeats only requests that change nothing", () => {
    const settings = haproxySettings(portalPlaces(2), "/folder/web.pem");
    expect(settings).toContain("server portal1 127.0.0.19:5951 check\n");
    expect(settings).toContain("server portal2 127.0.0.19:5952 check\n");
    expect(settings).toMatch(/^backend portals\n(  .*\n)*  option httpchk GET \/readyz\/database$/m);
    expect(settings).toContain("http-request disable-l7-retry unless METH_GET\n");
  });

  test("PgBouncer pools transactions and does not ignore the time limits of statements", () => {
    for (const pooler of poolers) {
      const settings = pgbouncerSettings(pooler, "/folder");
      expect(settings).toContain("pool_mode = transaction");
      expect(settings).not.toContain("ignore_startup_parameters");
    }
  });
});

describe("a wire", () => {
  async function aWire() {
    let arrived = "";
    const echo = createServer((socket) => {
      socket.on("error", () => undefined).on("data", (chunk) => (arrived += chunk.toString()));
      socket.pipe(socket);
    });
    const [from, to] = [await findFreePorts(1), await findFreePorts(1)].map((port) => ({ host: "127.0.0.1", port })) as [
      { host: string; port: number },
      { host: string; port: number },
    ];
    await new Promise<void>((resolve) => echo.listen(to, resolve));
    const wire = await Wire.open(from, to);
    return { wire, from, arrived: () => arrived, close: () => (wire.close(), echo.close()) };
  }

  interface Client {
    socket: Socket;
    heard: () => string;
    hears: (text: string) => Promise<void>;
    closed: Promise<void>;
  }

  function aClient(at: { host: string; port: number }): Client {
    let text = "";
    const socket = connect(at);
    socket.on("data", (chunk) => (text += chunk.toString())).on("error", () => undefined);
    return {
      socket,
      heard: () => text,
      hears: async (wanted) => {
        while (!text.includes(wanted)) await new Promise((resolve) => socket.once("data", resolve));
      },
      closed: new Promise((resolve) => socket.once("close", () => resolve())),
    };
  }

  test("passes on what is sent; while it is cut, no answer comes and no connection closes; the repair closes old connections, and new ones work", async () => {
    const { wire, from, close } = await aWire();
    const old = aClient(from);
    old.socket.write("before");
    await old.hears("before");
    wire.cut("all");
    const meanwhile = aClient(from);
    old.socket.write("meanwhile");
    meanwhile.socket.write("meanwhile");
    // An answer through the cut wire would have come by the time that another wire has answered.
    const other = await aWire();
    const unharmed = aClient(other.from);
    unharmed.socket.write("unharmed");
    await unharmed.hears("unharmed");
    expect([old.heard(), meanwhile.heard()]).toEqual(["before", ""]);
    expect([old.socket.closed, meanwhile.socket.closed]).toEqual([false, false]);
    unharmed.socket.destroy();
    other.close();
    wire.repair();
    await Promise.all([old.closed, meanwhile.closed]);
    const later = aClient(from);
    later.socket.write("later");
    await later.hears("later");
    later.socket.destroy();
    close();
  });

  test("may cut only connections that replicate", async () => {
    const { wire, from, arrived, close } = await aWire();
    wire.cut("replication");
    const standby = aClient(from);
    standby.socket.write("user\0replicator\0replication\0true\0\0");
    const portal = aClient(from);
    portal.socket.write("user\0storyport\0\0");
    await portal.hears("storyport");
    wire.repair();
    await standby.closed;
    expect(standby.heard()).toBe("");
    expect(arrived()).toBe("user\0storyport\0\0");
    close();
  });
});
