import type { FastifyReply, FastifyRequest } from "fastify";
import { findPerson, refuseToken } from "./check-access-token.ts";
import type { Issuer } from "./issuers.ts";

/** Feide's own call beside OpenID Connect. It returns the school's data about the person of the access token. */
export async function answerExtendedUserinfo(issuer: Issuer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const person = await findPerson(issuer, request);
  if (person === undefined) return refuseToken(reply);
  if (person.school === undefined) return reply.code(404).send({ message: "This provider knows nothing of schools." });
  return reply.send({ displayName: person.name, ...person.school });
}
