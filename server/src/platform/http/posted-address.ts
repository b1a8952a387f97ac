/** Addresses to which another site's page may also post a form (OpenID Connect Core, section 3.1.2.1; RP-Initiated Logout, section 2). */
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Redirects a posted form to the same address with the fields as its query, so that one handler answers both methods. The browser then
 * sends the cookies that a post from another site lacks.
 */
export function acceptPosts(app: FastifyInstance, path: string): void {
  app.post(
    path,
    {
      schema: { hide: true },
      bodyLimit: 8 * 1024,
      // A form that cannot be read has no fields to pass on.
      errorHandler: (_error, request, reply) => {
        reply.redirect(request.url, 303);
      },
    },
    async (request, reply) => reply.redirect(addressOf(request), 303),
  );
}

/**
 * Repeated fields stay repeated, because the handler refuses them. If the address has a query already, the fields are dropped: a form
 * posts to the bare address.
 */
function addressOf({ url, body }: FastifyRequest): string {
  if (url.includes("?") || typeof body !== "object" || body === null) return url;
  const fields = Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return fields.length === 0 ? url : `${url}?${new URLSearchParams(fields)}`;
}
