/** Lets web games of any origin call the endpoints for games, and no others. Each call carries its own proof, never cookies. */
import type { FastifyInstance, RouteOptions } from "fastify";

/** Call it before the routes are added. */
export function openToGames(app: FastifyInstance): void {
  app.addHook("onRoute", (route: RouteOptions) => {
    const { method } = route;
    if (route.config?.endpoint?.access.by !== "game" || (method !== "POST" && method !== "GET")) return;
    app.options(route.url, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header("access-control-allow-origin", "*")
        .header("access-control-allow-methods", method)
        .header("access-control-allow-headers", "authorization, content-type")
        .header("access-control-max-age", "600")
        .status(204)
        .send(),
    );
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (request.routeOptions.config.endpoint?.access.by === "game") reply.header("access-control-allow-origin", "*");
    done();
  });
}
