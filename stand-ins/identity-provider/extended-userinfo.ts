import type { FastifyReply, FastifyRequest } from "fastify";
import type { Issuer } from "./issuers.ts";

/** Feide's own call beside OpenID Connect. It returns the school's data about the person of the access token. */
export async function answerExtendedUserinfo(issuer: Issuer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [, bearer = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const token = await issuer.provider.AccessToken.find(bearer);
  const person = issuer.people.find(({ subject }) => subject === token?.accountId);
  if (person === undefined) return reply.code(401).header("www-authenticate", "Bearer").send({ message: "The access token is not valid." });
  if (person.school === undefined) return reply.code(404).send({ message: "This provider knows nothing of schools." });
  return reply.send({ displayName: person.name, ...person.school });
}
