/** What a game asked for, kept by the browser while somebody logs in (specification, section 3). No secret is ever in it. */
import * as z from "zod/mini";
import { limits } from "#/limits.ts";
import { loginType } from "#/vocabulary.ts";

const short = z.string().check(z.maxLength(256));

export const loginState = z.object({
  orgId: z.optional(z.uuid()),
  gameId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/))),
  scope: z.optional(short),
  state: z.optional(z.string().check(z.maxLength(limits.state.max))),
  clientCode: z.optional(short),
  loginType: z.optional(loginType),
  callbackUrl: z.optional(z.string().check(z.maxLength(limits.callbackUrl.max))),
  postLoginPage: z.optional(short),
  qrCode: z.optional(z.string().check(z.maxLength(0))),
  loggedInToken: z.optional(short),
});
export type LoginState = z.infer<typeof loginState>;

/** Keeps every member that is fine and drops the rest: a garbage cookie never costs the person their login. */
export function readLoginState(value: unknown): LoginState {
  if (typeof value !== "object" || value === null) return {};
  const kept: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(loginState.shape)) {
    const member = Object.hasOwn(value, name) ? schema.safeParse(Reflect.get(value, name)) : undefined;
    if (member?.success && member.data !== undefined) kept[name] = member.data;
  }
  return loginState.parse(kept);
}
