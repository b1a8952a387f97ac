/** A portal with its management port, as production has it. */
import { pino } from "pino";
import { startManagement } from "#/platform/management/start-management.ts";
import type { Readiness } from "#/platform/http/health.ts";
import type { TestPortalOptions } from "./build-app.ts";
import { buildFederatedPortal } from "./federated-login.ts";
import type { FederatedPortal } from "./federated-login.ts";

export interface MeasuredPortal extends FederatedPortal {
  /** Asks the management port. */
  ask(path: string, init?: RequestInit): Promise<{ status: number; text: string; headers: Headers }>;
  /** Returns the lines of a metric, by its labels: `{method="password"}`. */
  metric(name: string): Promise<Record<string, number>>;
  readiness: Readiness;
}

export async function buildMeasuredPortal(options: TestPortalOptions = {}): Promise<MeasuredPortal> {
  const build = { version: "1.2.3", commit: "abcdef0", node: "24.0.0", instance: "a-test" };
  const readiness = { isStarted: false, isStopping: false };
  const place = { port: 0, host: "127.0.0.1", isDefault: false };
  const management = await startManagement(place, { build, readiness, log: pino({ level: "silent" }) });
  const portal = await buildFederatedPortal({}, { ...options, meter: management.meter, readiness });
  management.watch({ store: portal.store, hasher: portal.context.hasher });
  readiness.isStarted = true;
  const ask: MeasuredPortal["ask"] = async (path, init) => {
    const answer = await fetch(`http://127.0.0.1:${management.port}${path}`, init);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return {
    ...portal,
    readiness,
    ask,
    async metric(name) {
      const { text } = await ask("/metrics");
      const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      return Object.fromEntries(
        lines.map((line) => {
          const end = line.lastIndexOf(" ");
          return [line.slice(name.length, end), Number(line.slice(end + 1))];
        }),
      );
    },
    async close() {
      await management.close();
      await portal.close();
    },
  };
}
