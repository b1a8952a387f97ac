/** Identifies the client of a token endpoint (RFC 6749, section 2.3): a game by its number, the dashboard by its secret too. */
import type { FastifyRequest } from "fastify";
import type { AppContext } from "#/context.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import { fieldRefusal, Refusal } from "#/platform/refusal.ts";
import { isSameSecret } from "#/platform/secrets.ts";

interface ClientProof {
  request: FastifyRequest;
  body: { client_id?: string | undefined; client_secret?: string | undefined };
}

interface Credentials {
  clientId: string;
  /** Empty if the client sent none. */
  secret: string;
}

/**
 * Returns the client's id. Does not ask whether a game has the number. Only a code or token that does not fit costs that query
 * (`require-known-client.ts`). Refuses an unproven client with `errors.clientInvalid`. Refuses a client that authenticates twice with
 * `errors.invalidInput` (RFC 6749, section 2.3).
 */
export function authenticateClient(context: Pick<AppContext, "settings">, proof: ClientProof): string {
  const clientId = findClientId(context, proof);
  if (clientId === undefined) throw new Refusal("errors.clientInvalid");
  return clientId;
}

/** Returns undefined where `authenticateClient` refuses with `errors.clientInvalid`. */
export function findClientId({ settings }: Pick<AppContext, "settings">, { request, body }: ClientProof): string | undefined {
  const byHeader = fromHeader(request.headers.authorization);
  if (byHeader !== undefined) requireNoOther(byHeader, body);
  const { clientId, secret } = byHeader ?? { clientId: body.client_id ?? "", secret: body.client_secret ?? "" };
  // A game has no secret, so a secret beside its number is a mistake. An empty secret counts as none (RFC 6749, section 3.2).
  const isProven =
    clientId === dashboardClientId
      ? secret !== "" && isSameSecret(secret, settings.dashboard.clientSecret)
      : /^[1-9]\d{0,9}$/.test(clientId) && secret === "";
  return isProven ? clientId : undefined;
}

/** Beside the header, the form may only repeat the client's id. */
function requireNoOther({ clientId }: Credentials, form: ClientProof["body"]): void {
  if (form.client_secret !== undefined) throw fieldRefusal("errors.invalidInput", "client_secret");
  if (form.client_id !== undefined && form.client_id !== clientId) throw fieldRefusal("errors.invalidInput", "client_id");
}

/** HTTP Basic. Both halves are form-encoded before they are joined. A half with a malformed escape counts as it is. */
function fromHeader(authorization: string | undefined): Credentials | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { clientId: formDecode(id), secret: formDecode(rest.join(":")) };
}

function formDecode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}
