/** Which client calls the token endpoint (RFC 6749, section 2.3): a game by its number alone, the dashboard by its secret too. */
import type { FastifyRequest } from "fastify";
import type { AppContext } from "#/context.ts";
import { dashboardClientId } from "#/features/dashboard-login/open-dashboard.ts";
import { Refusal } from "#/platform/refusal.ts";
import { isSameSecret } from "#/platform/secrets.ts";

interface Credentials {
  clientId: string;
  secret: string | undefined;
}

/** Answers the client's id. Refuses with `errors.clientInvalid`. */
export function authenticateClient(
  { settings }: Pick<AppContext, "settings">,
  request: FastifyRequest,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
): string {
  const { clientId, secret } = fromHeader(request.headers.authorization) ?? {
    clientId: body.client_id ?? "",
    secret: body.client_secret,
  };
  const isConfidential = clientId === dashboardClientId;
  const isProven = isConfidential
    ? secret !== undefined && isSameSecret(secret, settings.dashboard.clientSecret)
    : /^[1-9]\d{0,9}$/.test(clientId) && secret === undefined;
  if (!isProven) throw new Refusal("errors.clientInvalid");
  return clientId;
}

/** HTTP Basic; both halves are form-encoded before they are joined. */
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
