/** Feide's groups API, as far as it tells which classes a teacher has: https://docs.feide.no/reference/apis/groups_api/ */
import * as openid from "openid-client";
import { limits } from "@storyport/contract/limits";
import { isStorable } from "@storyport/contract/text-rules";
import * as z from "zod";
import type { AppContext } from "#/context.ts";
import type { ListedStudent } from "./listed-roster.ts";

export interface FeideClass {
  /** The organization number of the school. */
  schoolNumber: string;
  externalId: string;
  name: string;
  students: ListedStudent[];
}

/** Feide answers, but not with the groups of this teacher. Those of others may be readable. */
export class UnreadableTeacher extends Error {}

/** Feide refuses the list of this teacher's groups. A client without its scope is refused for every teacher. */
export class RefusedTeacher extends UnreadableTeacher {}

/**
 * All requests of a reading together. The last begins within this time, and takes five seconds at most (`platform/openid/providers.ts`). So
 * the requests end before another process may claim the reading, thirty seconds after the claim.
 */
const mostSeconds = 20;
/** More than any teacher has. */
const mostClasses = 50;
const storable = z.string().refine(isStorable);
/** Feide sends a name as a text, or as texts by language. */
const named = z.union([storable, z.record(z.string(), storable).transform((names) => Object.values(names)[0] ?? "")]);
const membership = z.object({ affiliation: z.string().optional() });

const group = z.object({ id: storable.min(1).max(limits.rosters.characters), displayName: named, membership: membership.optional() });
/** A member without an affiliation may be a student, so each must have one. */
const member = z.object({
  name: named,
  userid_sec: z.array(storable).optional(),
  membership: z.object({ affiliation: z.string() }),
});

/** A class is a basic group (kind "b") of primary and secondary education. `unknown` alone would refuse a class without a parent. */
const basicGroup = z.object({
  id: z.string(),
  type: z.literal("fc:gogroup"),
  go_type: z.literal("b"),
  parent: z.optional(z.unknown()),
});

/**
 * Reads the basic groups of the person of the token at these schools, at most fifty, with their students. Leaves out groups of which the
 * person is a student. Throws if Feide does not answer within its time. Throws a RefusedTeacher if Feide refuses the list of groups. Throws
 * an UnreadableTeacher if Feide refuses or garbles one of them: half a list would look like children who left.
 */
export async function readFeideClasses(
  context: AppContext,
  { groupsUrl, accessToken }: { groupsUrl: string; accessToken: string },
  schoolNumbers: ReadonlySet<string>,
): Promise<FeideClass[]> {
  const configuration = await context.providers.find("FEIDE");
  const until = context.clock.now().getTime() + mostSeconds * 1000;
  const ask = async (path: string): Promise<unknown> => {
    if (context.clock.now().getTime() > until) throw new Error("Feide's groups are too slow.");
    const answer = await openid.fetchProtectedResource(configuration, accessToken, new URL(`${groupsUrl}/${path}`), "GET").catch(asRefusal);
    if (isRefusal(answer.status)) throw new RefusedTeacher(`Feide's groups answered ${answer.status}.`);
    if (answer.status !== 200) throw new Error(`Feide's groups answered ${answer.status}.`);
    return answer.json();
  };
  const groups = readAs(z.array(z.unknown()), await ask("me/groups"));
  const found: FeideClass[] = [];
  for (const one of groups) {
    const schoolNumber = schoolNumberOf(one);
    // What another school has at Feide must not keep these schools from being read.
    if (schoolNumber === undefined || !schoolNumbers.has(schoolNumber)) continue;
    const { id, displayName, membership: own } = readAs(group, one);
    if (own?.affiliation === "student") continue;
    if (found.length === mostClasses) break;
    const members = readAs(z.array(member), await ask(`groups/${encodeURIComponent(id)}/members`).catch(asUnreadable));
    const students = members.filter(({ membership: { affiliation } }) => affiliation === "student");
    found.push({ schoolNumber, externalId: id, name: displayName, students: students.map(asListed) });
  }
  return found;
}

/** The school of a class. Undefined for a class that names no school, and for other groups, which may have any form. */
function schoolNumberOf(one: unknown): string | undefined {
  const { id, parent } = basicGroup.safeParse(one).data ?? {};
  if (id === undefined) return undefined;
  // The number ends the id of the parent, the school. Otherwise the id of the group contains it.
  return /:unit:NO(\d{9})$/.exec(typeof parent === "string" ? parent : "")?.[1] ?? /^fc:gogroup:[^:]+:b:NO(\d{9}):/.exec(id)?.[1];
}

/** A person's ids begin with their kind. The id of the kind `feide` is the user name at Feide. */
function asListed({ name, userid_sec: ids = [] }: z.infer<typeof member>): ListedStudent {
  const externalId = ids.find((each) => each.startsWith("feide:"));
  // Without the student the class would be read in part, and the student would look like a student who left.
  if (externalId === undefined) throw new UnreadableTeacher("A student in Feide's groups has no Feide id.");
  return { externalId, name };
}

/** A timeout or too many requests at Feide say nothing about the person. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** The library throws a refusal that names its reason in `WWW-Authenticate`. */
function asRefusal(error: unknown): never {
  if (error instanceof openid.WWWAuthenticateChallengeError) throw new RefusedTeacher(error.message, { cause: error });
  throw error;
}

/**
 * A class that Feide refuses, perhaps because it has just ended, says nothing about the client. It is no RefusedTeacher, because two of its
 * teachers would look like a Feide that refuses everybody.
 */
function asUnreadable(error: unknown): never {
  if (error instanceof RefusedTeacher) throw new UnreadableTeacher(error.message, { cause: error });
  throw error;
}

function readAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new UnreadableTeacher("Feide's groups have another form.", { cause: error });
  return data;
}
