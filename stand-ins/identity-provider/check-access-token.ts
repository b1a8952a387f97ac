/** Checks the access token of Feide's own calls. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Person } from "./demo-people.ts";
import type { Issuer } from "./issuers.ts";

/** Returns the person of the access token, or undefined for any other token. */
export async function findPerson(issuer: Issuer, request: FastifyRequest): Promise<Person | undefined> {
  const [, bearer = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const token = await issuer.provider.AccessToken.find(bearer);
  return issuer.people.find(({ subject }) => subject === token?.accountId);
}

export function refuseToken(reply: FastifyReply): FastifyReply {
  return reply.code(401).header("www-authenticate", "Bearer").send({ message: "The access token is not valid." });
}
