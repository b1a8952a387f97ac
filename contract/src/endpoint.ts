/**
 * An endpoint is written once, here: web and server both start from it, so a change on one side stops the other compiling.
 * `access` has no default on purpose: a route that does not say who may call it does not build.
 */
import type * as z from "zod/mini";
import type { ErrorCode } from "#/error-codes.ts";
import type { PermissionKey } from "#/vocabulary.ts";

export type Schema = z.core.$ZodType;

/**
 * Who may call: `anyone`; a `game` (another origin, no cookies, its own proof in the call); a `provider` that leads the browser
 * back from its own site, with its proof in the call; or a `session`.
 * Whose things it reaches: `public` things, those of one's `self`, of one's own `organization`s, or of the whole `platform`.
 */
export type Access =
  | { by: "anyone"; scope: "public" }
  | { by: "game"; scope: "public" }
  | { by: "provider"; scope: "public" }
  | {
      by: "session";
      permission: PermissionKey | "none";
      scope: "self" | "organization" | "platform";
      /** A child's badge session may hand over to a game and log out; everything else must say so here. */
      badgeSession?: "allowed";
      /** How far the login has to have come; a full one where nothing is said. */
      stages?: readonly SessionStage[];
    };

/** SECOND_FACTOR: the first factor was right, the second is owed. ENROLMENT: a second factor has to be enrolled before anything else. */
export type SessionStage = "FULL" | "SECOND_FACTOR" | "ENROLMENT";

/** Where a page whose script has not arrived yet is led by its native form post. */
export interface NativeForm {
  readonly doneAt: string;
  readonly refusedAt: string;
  /** The field that the refused form finds again. */
  readonly keeps?: string;
  /** The field with a mailed proof: the refused form finds it again, and no address does. */
  readonly proof?: string;
  /** The pages of a form that sends the proof, where those of one that does not are others. */
  readonly withProof?: { readonly doneAt: string; readonly refusedAt: string };
  /** Fields that the address of the refused form needs. No secrets. */
  readonly inAddress?: readonly string[];
}

export interface Endpoint {
  /** Unique; the operation id of the OpenAPI document. */
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE" | "PATCH" | "PUT";
  /** Below `/api/auth/`, with `{name}` for a parameter, as the specification writes it. */
  readonly path: string;
  readonly summary: string;
  /** A well-formed call; what it asks for need not exist. The OpenAPI document shows it, and generated tests send it. */
  readonly example?: { readonly params?: object; readonly query?: object; readonly body?: object };
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** `text` takes an empty text/plain body, `form` an urlencoded one besides JSON (a page whose script has not arrived yet). */
  readonly bodyKind?: "json" | "text" | "form";
  readonly form?: NativeForm;
  /** Where the method does not say it. `true`: a GET that changes something, taken only from our own pages (DESIGN A15). `false`: a POST that only asks. */
  readonly changesState?: boolean;
  readonly status?: 200 | 201 | 204 | 302;
  /** Absent for an empty answer or a redirect. */
  readonly response?: Schema;
  readonly refusals: readonly ErrorCode[];
}

/** Keeps the literal types of `endpoint`, so that callers infer inputs and answers from it. Who takes an input shows one. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E & Exemplified<E>): E {
  return endpoint;
}

type Exemplified<E extends Endpoint> = unknown extends InputOf<E> ? unknown : { readonly example: Frozen<InputOf<E>> };

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** For examples: an id that nothing has, and a secret that opens nothing. */
export const exampleId = "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c60";
export const exampleSecret = "ExampleExampleExampleExampleExampleExample1";

type Input<S> = S extends Schema ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Input<E["params"]>;
export type QueryOf<E extends Endpoint> = Input<E["query"]>;
export type BodyOf<E extends Endpoint> = Input<E["body"]>;
export type ResponseOf<E extends Endpoint> = E["response"] extends Schema ? z.output<E["response"]> : undefined;

/** What a caller hands over: only the parts the endpoint has. */
export type InputOf<E extends Endpoint> = (E["params"] extends Schema ? { params: ParamsOf<E> } : unknown) &
  (E["query"] extends Schema ? { query: QueryOf<E> } : unknown) &
  (E["body"] extends Schema ? { body: BodyOf<E> } : unknown);

export const apiBase = "/api/auth";

/** The address of an endpoint: parameters are encoded, undefined query members left out. */
export function endpointUrl(
  endpoint: Endpoint,
  input: { params?: Record<string, unknown> | undefined; query?: Record<string, unknown> | undefined } = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    return value === undefined ? "" : encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${apiBase}/${path}${query.size > 0 ? `?${query}` : ""}`;
}
