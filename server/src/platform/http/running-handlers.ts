/** Waits for handlers whose clients have left: the server's own close waits for open connections only. */
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Resolves when no handler runs. Call it after `close`, and before the database closes. */
    finishHandlers(): Promise<void>;
  }
}

/** Call it before the first route is added. */
export function countHandlers(app: FastifyInstance): void {
  let running = 0;
  let resolveIdle: (() => void) | undefined;
  const end = (): void => {
    running -= 1;
    if (running === 0) resolveIdle?.();
  };
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function counted(request, reply) {
      const answer: unknown = Reflect.apply(handler, this, [request, reply]);
      if (answer instanceof Promise) {
        running += 1;
        answer.then(end, end);
      }
      return answer;
    };
  });
  app.decorate("finishHandlers", async () => {
    if (running === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    resolveIdle = resolve;
    await promise;
  });
}
