/**
 * Each endpoint is defined once, here. Web and server both derive from it, so that a change on one side breaks the other's
 * compilation. `access` has no default on purpose: a route without declared access does not compile.
 */
import type * as z from "zod/mini";
import type { ErrorCode } from "#/error-codes.ts";
import type { PermissionKey } from "#/vocabulary.ts";

export type Schema = z.core.$ZodType;

/**
 * Who may call: `anyone`; a `game` (another origin, no cookies, its own proof in the call); a `provider` that redirects the
 * browser from its own site, with its proof in the call; or a `session`. `scope` says what the call reaches: `public` things,
 * the caller's `self`, the caller's `organization`s, or the whole `platform`.
 */
export type Access =
  | { by: "anyone"; scope: "public" }
  | { by: "game"; scope: "public" }
  | { by: "provider"; scope: "public" }
  | {
      by: "session";
      permission: PermissionKey | "none";
      scope: "self" | "organization" | "platform";
      /** Set if a child's badge session may make this call. By default it may only hand over and log out. */
      badgeSession?: "allowed";
      /** The stages of a login that may call; a full session by default. */
      stages?: readonly SessionStage[];
    };

/** SECOND_FACTOR: the first factor was right, the second is missing. ENROLMENT: the user must enrol a second factor first. */
export type SessionStage = "FULL" | "SECOND_FACTOR" | "ENROLMENT";

/** Where the native post of a form leads, before the page's script has loaded. */
export interface NativeForm {
  readonly doneAt: string;
  readonly refusedAt: string;
  /** The field that a refused form keeps. */
  readonly keeps?: string;
  /** The field with a mailed proof. A refused form keeps it, but no address contains it. */
  readonly proof?: string;
  /** The pages after a post with the proof, if they differ. */
  readonly withProof?: { readonly doneAt: string; readonly refusedAt: string };
  /** Fields that the address of the refused form needs. No secrets. */
  readonly inAddress?: readonly string[];
}

export interface Endpoint {
  /** Unique; also the operation id in the OpenAPI document. */
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE" | "PATCH" | "PUT";
  /** Below `/api/auth/`, with `{name}` for a parameter, as in the specification. */
  readonly path: string;
  readonly summary: string;
  /** A well-formed call; its ids need not exist. The OpenAPI document shows it, and generated tests send it. */
  readonly example?: { readonly params?: object; readonly query?: object; readonly body?: object };
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** `text` takes an empty text/plain body. `form` takes urlencoded besides JSON, for pages whose script has not loaded yet. */
  readonly bodyKind?: "json" | "text" | "form";
  readonly form?: NativeForm;
  /**
   * Overrides what the method implies. `true`: a GET that changes something, accepted only from our own pages (DESIGN A15).
   * `false`: a POST that only reads.
   */
  readonly changesState?: boolean;
  readonly status?: 200 | 201 | 204 | 302;
  /** Absent for an empty answer or a redirect. */
  readonly response?: Schema;
  readonly refusals: readonly ErrorCode[];
}

/** Keeps the literal types of `endpoint`, so that callers can infer inputs and answers. An endpoint with an input must have an example. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E & Exemplified<E>): E {
  return endpoint;
}

type Exemplified<E extends Endpoint> = unknown extends InputOf<E> ? unknown : { readonly example: Frozen<InputOf<E>> };

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** For examples: an id that does not exist, and a secret that proves nothing. */
export const exampleId = "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c60";
export const exampleSecret = "ExampleExampleExampleExampleExampleExample1";

type Input<S> = S extends Schema ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Input<E["params"]>;
export type QueryOf<E extends Endpoint> = Input<E["query"]>;
export type BodyOf<E extends Endpoint> = Input<E["body"]>;
export type ResponseOf<E extends Endpoint> = E["response"] extends Schema ? z.output<E["response"]> : undefined;

/** The input of a caller: only the parts that the endpoint has. */
export type InputOf<E extends Endpoint> = (E["params"] extends Schema ? { params: ParamsOf<E> } : unknown) &
  (E["query"] extends Schema ? { query: QueryOf<E> } : unknown) &
  (E["body"] extends Schema ? { body: BodyOf<E> } : unknown);

export const apiBase = "/api/auth";

/** Returns the address of an endpoint. Encodes parameters and leaves out undefined query members. */
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
