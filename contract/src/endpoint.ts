/**
 * Each endpoint is defined once, here. Web and server both derive from it, so that a change on one side breaks the other's
 * compilation. `access` has no default on purpose: a route without declared access does not compile.
 */
import type * as z from "zod/mini";
import type { ErrorCode } from "#/error-codes.ts";
import type { PermissionKey } from "#/vocabulary.ts";

export type Schema = z.core.$ZodType;

/**
 * Who may call. `anyone`. A `game`: from another origin, without cookies, with its own proof in the call. A `provider`: it redirects the
 * browser from its own site, with its proof in the call. A `session`: a logged-in user. `scope` says what the call reaches: `public` things,
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
      /** "allowed" if a child's session by badge may make this call; otherwise the refusal, which is errors.notAllowed by default. */
      badgeSession?: "allowed" | ErrorCode;
      /** The stages of a login that may call; a full session by default. */
      stages?: readonly SessionStage[];
    };

/**
 * SECOND_FACTOR: the first factor was right, the second is missing. ENROLMENT: the user must enrol a second factor first. PASSKEY: the
 * user must use a passkey, or add the first.
 */
export type SessionStage = "FULL" | "SECOND_FACTOR" | "ENROLMENT" | "PASSKEY";

/** The redirects for a form that the browser submits itself, before the page's script has loaded. */
export interface NativeForm {
  /** The page after success. */
  readonly doneAt: string;
  /** The page of the form. After a refusal its address also has the error. */
  readonly refusedAt: string;
  /**
   * The field whose value the form shows again after a refusal. A cookie carries it for a minute, or for ten minutes if the portal could not
   * take the form.
   */
  readonly keeps?: string;
  /**
   * The field with the secret of a mailed link. After a refusal a cookie carries it for the same time, because the address of the redirect
   * must not contain it.
   */
  readonly proof?: string;
  /** Other pages for a post that contains the proof. */
  readonly withProof?: { readonly doneAt: string; readonly refusedAt: string };
  /** Fields that the address has after a refusal. Never a secret. */
  readonly inAddress?: readonly string[];
}

/** An endpoint with everything that its definition says. */
export interface Definition {
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
  /**
   * `json` if omitted. `text` sends an empty text/plain body; the server takes a body of any type, and drops it.
   * `form` takes urlencoded besides JSON, for pages whose script has not loaded yet.
   */
  readonly bodyKind?: "json" | "text" | "form";
  readonly form?: NativeForm;
  /** The largest body in bytes, if it may be larger than the 64 kB of other calls. */
  readonly bodyLimit?: number;
  /**
   * Overrides what the method implies. `true`: a GET that changes something, accepted only from our own pages (DESIGN A15).
   * `false`: a POST that only reads.
   */
  readonly changesState?: boolean;
  /** Set if a program may follow this GET too, although it changes something. */
  readonly fromPrograms?: "accepted";
  /** Set if a call that changes something works during maintenance too: running games need it, or it ends something. */
  readonly duringMaintenance?: "works";
  /**
   * While an administrator sees the portal as another person sees it, calls that change something are refused. `refused`: so is this call,
   * because its answer holds codes or exports data. `works`: this call goes on. For calls that anyone may make, `works` is for logins and
   * logouts: they end the view.
   */
  readonly duringSupportView?: "refused" | "works";
  /** Set if HEAD is refused although this GET changes nothing that its user sees: the history records who got its data. */
  readonly head?: "refused";
  /** The status of success; 200 if omitted. */
  readonly status?: 200 | 201 | 204 | 302 | 303;
  /**
   * Set if a 401 may mean that the call's password, code or other proof is wrong: the code tells. Any other 401 means that nobody is logged
   * in. Not for calls that pages never make.
   */
  readonly checksProof?: true;
  /** Absent for an empty answer, a redirect or a file. */
  readonly response?: Schema;
  /** `events`: a stream of server-sent events, each with the answer as its data. `csv`: a file for a spreadsheet. */
  readonly responseKind?: "json" | "events" | "csv";
  /** Set if its own refusals are redirects to a page of ours, with the code in the address. */
  readonly refusedBy?: "redirect";
  /** Codes that tests must provoke. Common refusals of any call, such as errors.invalidInput, may be left out. */
  readonly refusals: readonly ErrorCode[];
}

/**
 * Says which parts of endpoints a workspace may read. The web adds the member `schemas: "hidden"` (web/src/api/hidden-schemas.d.ts),
 * because the build removes schemas from scripts. Code of the web that reads a schema then does not compile.
 */
export interface Visibility {}

/**
 * The key of a property that exists only as a type. It carries the whole definition, so that the types of inputs and answers stay known
 * where the schemas are hidden.
 */
declare const definition: unique symbol;
type SchemaName = "params" | "query" | "body" | "response";
/** A definition as the present workspace sees it. */
type Shown<D extends Definition> = Visibility extends { schemas: "hidden" } ? Omit<D, SchemaName> & { readonly [definition]?: D } : D;
/** The whole definition of an endpoint, also where its schemas are hidden. */
type DefinitionOf<E extends Endpoint> = E extends { readonly [definition]?: infer D extends Definition } ? D : E;

export type Endpoint = Shown<Definition>;

/**
 * Returns its argument. Keeps the literal types, so that callers can infer inputs and answers. An endpoint with an input does not
 * compile without an example.
 */
export function defineEndpoint<const D extends Definition>(endpoint: D & Exemplified<D>): Shown<D>;
export function defineEndpoint(endpoint: Definition): unknown {
  return endpoint;
}

/** Demands an example of the right type, if the endpoint has an input. */
type Exemplified<D extends Definition> = unknown extends InputIn<D> ? unknown : { readonly example: Frozen<InputIn<D>> };

/** `defineEndpoint` infers constants, whose arrays are read-only. So an example must accept read-only arrays. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** For examples: an id that does not exist, and a secret that proves nothing. */
export const exampleId = "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c60";
export const exampleSecret = "ExampleExampleExampleExampleExampleExample1";

type Input<S> = S extends Schema ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Input<DefinitionOf<E>["params"]>;
export type QueryOf<E extends Endpoint> = Input<DefinitionOf<E>["query"]>;
export type BodyOf<E extends Endpoint> = Input<DefinitionOf<E>["body"]>;
export type ResponseOf<E extends Endpoint> = DefinitionOf<E>["response"] extends infer S extends Schema ? z.output<S> : undefined;

/** The input of a caller: only the parts that the endpoint has. */
export type InputOf<E extends Endpoint> = InputIn<DefinitionOf<E>>;

type InputIn<D extends Definition> = (D["params"] extends Schema ? { params: Input<D["params"]> } : unknown) &
  (D["query"] extends Schema ? { query: Input<D["query"]> } : unknown) &
  (D["body"] extends Schema ? { body: Input<D["body"]> } : unknown);

/**
 * Whether users can use the portal. `seconds`: to the announced end of its maintenance. `away`: its database cannot be reached. The server
 * tells it the pages.
 */
export type PortalState = { is: "open" } | { is: "maintained"; seconds: number } | { is: "away" };

/** Whether a call is refused while the portal is maintained (errors.maintenance). Reading goes on. */
export function waitsForMaintenance(endpoint: Endpoint): boolean {
  return endpoint.duringMaintenance !== "works" && changesSomething(endpoint);
}

/** Whether a call is refused while an administrator sees the portal as another person sees it. */
export function isRefusedDuringSupportView(endpoint: Endpoint): boolean {
  return endpoint.duringSupportView === "refused" || (endpoint.duringSupportView !== "works" && changesSomething(endpoint));
}

/** Whether a call changes something. A GET that redirects counts, because it is a step of a login. */
export function changesSomething(endpoint: Endpoint): boolean {
  return endpoint.changesState ?? (endpoint.method !== "GET" || redirects(endpoint));
}

/** Whether success is a redirect, because a browser navigates to the endpoint. */
export function redirects({ status }: Endpoint): boolean {
  return status === 302 || status === 303;
}

/**
 * Whether HEAD is answered as GET is, without the body (RFC 9110, sections 9.1 and 9.3.2). Not for a GET with an effect: a mail scanner
 * must not use up a code or log a user out. Not for a stream, which has no end.
 */
export function answersHead(endpoint: Endpoint): boolean {
  const { method, head, responseKind } = endpoint;
  return method === "GET" && head !== "refused" && responseKind !== "events" && !changesSomething(endpoint);
}

export const apiBase = "/api/auth";

/** Returns the address of an endpoint. Encodes parameters. Leaves out undefined query members, and writes a missing parameter as nothing. */
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
