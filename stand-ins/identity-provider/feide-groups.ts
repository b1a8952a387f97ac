/** Feide's groups of teachers, in the shape of its groups API. The seed lacks the class 4C, so a teacher can bring it into the portal. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { findPerson, refuseToken } from "./check-access-token.ts";
import type { Issuer } from "./issuers.ts";

const realm = "fjordskolen.example";
/** The organization number of the demo school. */
const school = "NO974568209";
const parent = `fc:org:${realm}:unit:${school}`;

interface SchoolGroup {
  id: string;
  displayName: string;
  /** `b` is a class, `u` a subject. */
  kind: "b" | "u";
  teachers: readonly string[];
  students: readonly string[];
}

const years = "2026-08-01:2027-07-31";
/** The portal reads classes alone, so the subject must not appear there. */
const groups: readonly SchoolGroup[] = [
  {
    id: `fc:gogroup:${realm}:b:${school}:4C:${years}`,
    displayName: "4C",
    kind: "b",
    teachers: ["kari"],
    students: ["Ingrid Vik", "Jonas Lie", "Maja Moe"],
  },
  {
    id: `fc:gogroup:${realm}:u:${school}:4C%2Fnor:${years}`,
    displayName: "Norsk 4C",
    kind: "u",
    teachers: ["kari"],
    students: ["Ingrid Vik", "Jonas Lie"],
  },
];

const names = { b: "basisgrupper", u: "undervisningsgrupper" };
const teaches = { basic: "owner", affiliation: "faculty", displayName: "Lærer" };
const learns = { basic: "member", affiliation: "student", displayName: "Elev" };

function describe({ id, displayName, kind }: SchoolGroup) {
  const described = { id, type: "fc:gogroup", displayName, go_type: kind, go_type_displayName: names[kind], parent };
  // The midnights in Norway at which `years` begin and end.
  return { ...described, membership: teaches, notBefore: "2026-07-31T22:00:00Z", notAfter: "2027-07-31T22:00:00Z" };
}

/** The groups of the person of the access token. Feide lists the school as a group too. */
export async function answerOwnGroups(issuer: Issuer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const person = await findPerson(issuer, request);
  if (person?.school === undefined) return refuseToken(reply);
  const own = groups.filter(({ teachers }) => teachers.includes(person.key));
  const org = { id: parent, type: "fc:org", displayName: "Fjordskolen", membership: { basic: "member", affiliation: "employee" } };
  return reply.send([org, ...own.map(describe)]);
}

/** The members of a group, for its teachers. */
export async function answerMembers(
  issuer: Issuer,
  request: FastifyRequest<{ Params: { issuer: string; group: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const person = await findPerson(issuer, request);
  if (person?.school === undefined) return refuseToken(reply);
  const group = groups.find(({ id, teachers }) => id === request.params.group && teachers.includes(person.key));
  if (group === undefined) return reply.code(404).send({ message: "No such group." });
  const idOf = (name: string) => `feide:${name.toLowerCase().replaceAll(/[^a-z]+/g, ".")}@${realm}`;
  const students = group.students.map((name) => ({ name, userid_sec: [idOf(name)], membership: learns }));
  return reply.send([{ name: person.name, userid_sec: [`feide:${person.email}`], membership: teaches }, ...students]);
}
