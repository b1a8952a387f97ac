/** What pages of any origin may call: the endpoints for games, with a proof of their own, and public documents. Cookies are never allowed. */
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from "fastify";

/** Lets pages of any origin read a public document. A browser asks first if the page adds a header of its own. */
export function openDocument(app: FastifyInstance, url: string): void {
  app.options(url, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ ...anyOrigin, "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": "*" })
      .header("access-control-max-age", "600")
      .status(204)
      .send(),
  );
}

function isForGames({ endpoint, plays }: Pick<FastifyContextConfig, "endpoint" | "plays"> = {}): boolean {
  return (endpoint ?? plays)?.access.by === "game";
}

export const anyOrigin = { "access-control-allow-origin": "*" };

/** Lets web games of any origin call the endpoints for games. Call it before the routes are added. */
export function openToGames(app: FastifyInstance): void {
  const methodsOf = new Map<string, string[]>();
  app.addHook("onRoute", (route: RouteOptions) => {
    const { method, config } = route;
    if (!isForGames(config) || (method !== "POST" && method !== "GET")) return;
    const others = methodsOf.get(route.url);
    if (others !== undefined) return void others.push(method);
    const methods = [method];
    methodsOf.set(route.url, methods);
    app.options(route.url, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header("access-control-allow-origin", "*")
        .header("access-control-allow-methods", methods.join(", "))
        .header("access-control-allow-headers", "authorization, content-type")
        .header("access-control-max-age", "600")
        .status(204)
        .send(),
    );
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (isForGames(request.routeOptions.config)) {
      // Browsers hide other headers from a page of another origin.
      reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", "retry-after, www-authenticate");
    }
    done();
  });
}
