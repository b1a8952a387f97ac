import type { FastifyReply, FastifyRequest } from "fastify";
import { errors, type Provider } from "oidc-provider";
import type { Person } from "./demo-people.ts";
import type { Issuer } from "./issuers.ts";
import { chooserPage, errorPage } from "./login-pages.ts";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** The people of this provider as buttons, for a browser during a login. */
export async function showChooser(issuer: Issuer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const interaction = await findInteraction(issuer, request, reply);
  if (interaction === undefined) return sendExpired(issuer, reply);
  return reply.type("text/html; charset=utf-8").send(chooserPage(issuer.name, issuer.people));
}

/** Logs in the chosen person. Any other choice declines the login (access_denied). */
export async function choose(issuer: Issuer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const interaction = await findInteraction(issuer, request, reply);
  if (interaction === undefined) return sendExpired(issuer, reply);
  const chosen = personIn(request.body);
  const person = issuer.people.find(({ key }) => key === chosen);
  if (person !== undefined) await forgetAnother(issuer, interaction, person);
  const returnTo = await issuer.provider.interactionResult(request.raw, reply.raw, resultOf(person), { mergeWithLastSubmission: false });
  return reply.redirect(returnTo, 303);
}

/** The names are those of the prompts: oidc-provider asks again for each requested prompt that the result leaves out. */
function resultOf(person: Person | undefined) {
  if (person === undefined) return { error: "access_denied", error_description: "The person did not want to." };
  return { login: { accountId: person.subject }, select_account: {}, consent: {} };
}

/** Ends the login of another person in this browser. Otherwise oidc-provider would redirect the browser to its logout. */
async function forgetAnother({ provider }: Issuer, interaction: Interaction, person: Person): Promise<void> {
  const { session } = interaction;
  if (session?.accountId === undefined || session.accountId === person.subject) return;
  await (await provider.Session.findByUid(session.uid))?.destroy();
  interaction.session = undefined;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

async function findInteraction({ provider }: Issuer, request: FastifyRequest, reply: FastifyReply): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

function sendExpired({ name }: Issuer, reply: FastifyReply): FastifyReply {
  const text = errorPage(name, { error: "expired", error_description: "This login is over, or belongs to another browser." });
  return reply.code(400).type("text/html; charset=utf-8").send(text);
}

function personIn(body: unknown): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, "person") : undefined;
}
