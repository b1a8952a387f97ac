/** A small name server on this machine, for tests. */
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { decode, encode } from "dns-packet";
import type { Answer } from "dns-packet";

export interface NameServer {
  /** The records, to be changed by tests. */
  records: Answer[];
  /** While true it does not answer. */
  isSilent: boolean;
  /** Asks this server. Its patience outlives a machine that stands still for seconds. A silent server is given up soon. */
  readonly resolver: Resolver;
  close(): Promise<void>;
}

export async function startNameServer(records: Answer[]): Promise<NameServer> {
  const socket = createSocket("udp4");
  // Only more tries are more patience: after quick answers the library waits for less time than `timeout` says.
  const patient = new Resolver({ timeout: 500, tries: 4 });
  const hasty = new Resolver({ timeout: 500, tries: 1 });
  const server: NameServer = {
    records,
    isSilent: false,
    get resolver() {
      return server.isSilent ? hasty : patient;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (message, { port, address }) => {
    if (server.isSilent) return;
    const { id, questions = [] } = decode(message);
    const ofName = server.records.filter(({ name }) => questions.some((question) => question.name === name));
    const answers = ofName.filter(({ type }) => questions.some((question) => question.type === type));
    // 0x0180: the question wanted recursion, and the server offers it. 3: the name does not exist.
    socket.send(
      encode({ type: "response", id: id ?? 0, flags: 0x0180 | (ofName.length === 0 ? 3 : 0), questions, answers }),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  for (const resolver of [patient, hasty]) resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return server;
}
