/** What bodies are read at all: JSON, an urlencoded form, and the empty text of logout. Which one, each endpoint says. */
import formBody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";

export async function registerContentTypes(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  // "error": a body with __proto__ or constructor.prototype in it is refused, not cleaned.
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
  app.addContentTypeParser(/^text\/plain/, { parseAs: "string", bodyLimit: 1024 }, (_request, _body, done) => {
    done(null, undefined);
  });
  await app.register(formBody);
}
