/** The supported bodies: JSON, an urlencoded form, and the empty text of logout. Each endpoint chooses among them. */
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
  // What a logout sends is dropped.
  app.addContentTypeParser(/^text\/plain/, { parseAs: "string", bodyLimit: 1024 }, (_request, _body, done) => {
    done(null, undefined);
  });
  await app.register(formBody);
}
