/** The supported bodies: JSON and an urlencoded form. Each endpoint chooses among them, or drops any body, as logout does. */
import formBody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";

export async function registerContentTypes(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  // "error" refuses a body with __proto__ or constructor.prototype instead of cleaning it.
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
  await app.register(formBody);
}

/** Makes the routes of this scope take any body, and drop it. */
export function dropBodies(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null, undefined));
  return scope;
}
