import * as openid from "openid-client";
import { isStorable } from "@storyport/contract/text-rules";
import * as z from "zod";
import type { AppContext } from "#/context.ts";
import { isOnlyStudent } from "#/features/rights/students.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Affiliation } from "./identified.ts";

export interface FeidePerson {
  /** Undefined if the school names the person neither as staff nor as a student. */
  affiliation: Affiliation | undefined;
  services: string[];
  /** The name by which the school knows the person (eduPersonPrincipalName), such as kari@fjordskolen.example. */
  principalName: string | undefined;
}

const storable = z.string().refine(isStorable);
/** A directory attribute: some directories send a single value, some a list. */
const values = z.union([z.array(z.unknown()), storable.transform((value) => [value])]);

const extendedUserinfo = z.object({
  sub: z.string().optional(),
  eduPersonAffiliation: values.optional(),
  eduPersonEntitlement: values.optional(),
  eduPersonPrincipalName: values.optional(),
});

/** What is kept of a person. A directory may send more. */
const most = { services: 50, valueLength: 256, nameLength: 254 } as const;
const staff = new Set(["employee", "faculty", "staff"]);
const students = new Set(["student", "pupil"]);

/**
 * Reads the school's data about a person: affiliation and entitlements (eduPerson). Ignores what people state about themselves.
 * Refuses with errors.providerAway if it cannot be read, because the login depends on it. Refuses data about another person with
 * errors.providerAnswerInvalid.
 */
export async function readFeidePerson(
  { providers, settings }: AppContext,
  { accessToken, subject }: { accessToken: string; subject: string },
): Promise<FeidePerson> {
  try {
    const configuration = await providers.find("FEIDE");
    const answer = await openid.fetchProtectedResource(configuration, accessToken, new URL(settings.feideUserinfoUrl), "GET");
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    const person = extendedUserinfo.parse(await answer.json());
    // The answer may name no `sub`. The access token of this login decides then whose data it is.
    if (person.sub !== undefined && person.sub !== subject) throw new Refusal("errors.providerAnswerInvalid", { reason: "another sub" });
    const [principalName] = texts(person.eduPersonPrincipalName, most.nameLength);
    return {
      affiliation: affiliationOf(texts(person.eduPersonAffiliation, most.valueLength)),
      services: texts(person.eduPersonEntitlement, most.valueLength).slice(0, most.services),
      principalName,
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = error instanceof Error ? `userinfo: ${error.message}`.slice(0, 200) : "userinfo";
    throw new Refusal("errors.providerAway", { reason });
  }
}

function texts(list: readonly unknown[] | undefined, longest: number): string[] {
  return (list ?? []).filter((value) => typeof value === "string").filter((value) => value.length <= longest && isStorable(value));
}

/** A person who works and studies at a school counts as staff: an assistant must not lose the class. */
function affiliationOf(affiliations: readonly string[]): Affiliation | undefined {
  const reported = affiliations.map((affiliation) => affiliation.toLowerCase());
  if (reported.some((affiliation) => staff.has(affiliation))) return "STAFF";
  return reported.some((affiliation) => students.has(affiliation)) ? "STUDENT" : undefined;
}

/** Returns whether the affiliation fits the account's roles: students need student accounts, staff all others. Undefined fits none. */
export function fits(affiliation: Affiliation | undefined, roles: readonly string[]): boolean {
  return affiliation === (isOnlyStudent(roles) ? "STUDENT" : "STAFF");
}
