/** Reads what a game demands of the login, and remembers it beside the game's request while the user logs in. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ProofDemand } from "#/features/sessions/is-proven-since.ts";
import { promptValues } from "#/features/tokens/prompt-values.ts";
import type { PromptValue } from "#/features/tokens/prompt-values.ts";
import { requestCookies } from "./request-cookies.ts";

export interface AskedLogin {
  prompt: ReadonlySet<PromptValue>;
  /** In seconds. */
  maxAge: number | undefined;
}

/**
 * Reads `prompt` and `max_age` (OpenID Connect Core, section 3.1.2.1). Returns undefined if the game sent neither. Returns "invalid" for an
 * unknown `prompt`, and for "none" beside another value. A `max_age` must be a whole number of at most nine digits. An empty parameter counts
 * as not sent (RFC 6749, section 3.1).
 */
export function readAskedLogin(query: Readonly<Record<string, string>>): AskedLogin | "invalid" | undefined {
  const { prompt = "", max_age: maxAge = "" } = query;
  if (prompt === "" && maxAge === "") return undefined;
  const words = prompt.split(" ").filter((word) => word !== "");
  const known = promptValues.filter((value) => words.includes(value));
  const isKnown = words.every((word) => known.some((value) => value === word));
  if (!isKnown || (known.includes("none") && known.length > 1) || !/^\d{0,9}$/.test(maxAge)) return "invalid";
  return { prompt: new Set(known), maxAge: maxAge === "" ? undefined : Number(maxAge) };
}

/** Returns undefined if any login will do. `prompt=login` leaves no earlier login, whatever `max_age` says. */
export function proofDemandOf({ prompt, maxAge }: AskedLogin, arrivedAt: string): ProofDemand | undefined {
  if (prompt.has("login")) return { arrivedAt };
  return maxAge === undefined ? undefined : { arrivedAt, maxAge };
}

/** `text`: the request, as `gameRequest` writes it. */
export interface ProofDemands {
  keep(text: string, demand: ProofDemand): void;
  read(text: string): ProofDemand | undefined;
}

/** Not signed: a user who changes the demand could as well change the game's address. The game checks `auth_time` itself. */
export function proofDemands(request: FastifyRequest, reply: FastifyReply, { isSecure }: { isSecure: boolean }): ProofDemands {
  const cookies = requestCookies(request, reply, { kind: "proof", isSecure });
  return {
    keep: (text, { arrivedAt, maxAge }) => cookies.keep(text, `${arrivedAt}-${maxAge ?? ""}`),
    read(text) {
      const [, arrivedAt, maxAge = ""] = /^(\d{1,12}(?:\.\d{1,6})?)-(\d{0,9})$/.exec(cookies.read(text) ?? "") ?? [];
      if (arrivedAt === undefined) return undefined;
      return { arrivedAt, ...(maxAge !== "" && { maxAge: Number(maxAge) }) };
    },
  };
}
