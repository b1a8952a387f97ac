export const providerNames = ["feide", "google", "apple"] as const;
export type ProviderName = (typeof providerNames)[number];

/** Feide's data about a person beyond OpenID Connect. */
export interface SchoolRecord {
  uid: string;
  eduPersonPrincipalName: string;
  eduPersonAffiliation: string[];
  eduPersonEntitlement: string[];
}

export interface Person {
  key: string;
  provider: ProviderName;
  /** The provider's permanent id of the person. */
  subject: string;
  name: string;
  email: string;
  /** Feide never confirms an address. */
  isEmailVerified: boolean;
  /** What this person demonstrates. */
  shows: string;
  /** The demo account that the seed connects to this person. */
  linkedTo?: string;
  school?: SchoolRecord;
}

/**
 * The people who can log in at the three providers. The subjects are fixed, because the portal's seed connects accounts to them
 * (server/seed/demo-people.ts; tools/demo-people.test.ts compares the lists).
 */
export const demoPeople: readonly Person[] = [
  {
    ...atFeide("kari", ["employee", "faculty", "member"]),
    subject: "3f0c1d52-6d0b-4c55-9d2e-8a7b14c6e001",
    name: "Kari Nordmann",
    shows: "employee",
    linkedTo: "teacher@fjordskolen.example",
  },
  {
    ...atFeide("ola", ["employee", "staff", "member"]),
    subject: "b81a64f7-2c39-4e0e-8f4d-53e9a0d7c002",
    name: "Ola Nordmann",
    shows: "employee, unknown to the portal",
  },
  {
    ...atFeide("nora", ["student", "member"]),
    subject: "d47be9a0-95f1-4b6a-a3c8-1e6f72b8d003",
    name: "Nora Liten",
    shows: "student, unknown to the portal",
  },
  {
    ...atFeide("bo", ["employee", "faculty", "member"]),
    subject: "09e5c7d3-417e-4fa2-b6d9-c28d35f1a004",
    name: "Bo Stengt",
    shows: "employee, deactivated in the portal",
    linkedTo: "blocked@fjordskolen.example",
  },
  {
    ...atGoogle("admin", "admin@storyport.example"),
    subject: "104729000000000000001",
    name: "Ada Havn",
    shows: "administrator",
    linkedTo: "admin@storyport.example",
  },
  {
    ...atGoogle("camille", "teacher@lyceehugo.example"),
    subject: "104729000000000000002",
    name: "Camille Durand",
    shows: "teacher",
    linkedTo: "teacher@lyceehugo.example",
  },
  {
    ...atGoogle("bo", "blocked@fjordskolen.example"),
    subject: "104729000000000000003",
    name: "Bo Stengt",
    shows: "deactivated in the portal",
    linkedTo: "blocked@fjordskolen.example",
  },
  { ...atGoogle("sam", "sam@elsewhere.example"), subject: "104729000000000000004", name: "Sam Fremmed", shows: "unknown to the portal" },
  {
    ...atGoogle("namesake", "member@fjordskolen.example"),
    subject: "104729000000000000005",
    name: "Per Medlem",
    shows: "unknown to the portal, with the address of member@fjordskolen.example",
  },
  {
    ...atApple("mona", "manager@storyport.example"),
    subject: "001473.5d1f0b6c8e2a4937b1d0c5e8f7a61001.0815",
    name: "Mona Berg",
    shows: "manager of two organizations",
    linkedTo: "manager@storyport.example",
  },
  {
    ...atApple("robin", "hidden-robin@relay.example"),
    subject: "001473.9a4c7e3d2b6f4158a0e9d7c3b5f82002.0816",
    name: "Robin Fremmed",
    shows: "unknown to the portal",
  },
];

export function peopleOf(provider: ProviderName): Person[] {
  return demoPeople.filter((person) => person.provider === provider);
}

type Start = Pick<Person, "key" | "provider" | "email" | "isEmailVerified" | "school">;

function atFeide(key: string, eduPersonAffiliation: string[]): Start {
  const address = `${key}@fjordskolen.example`;
  const eduPersonEntitlement = ["urn:example:fjordskolen:reading", "urn:example:fjordskolen:library"];
  return {
    key,
    provider: "feide",
    email: address,
    isEmailVerified: false,
    school: { uid: key, eduPersonPrincipalName: address, eduPersonAffiliation, eduPersonEntitlement },
  };
}

function atGoogle(key: string, email: string): Start {
  return { key, provider: "google", email, isEmailVerified: true };
}

function atApple(key: string, email: string): Start {
  return { key, provider: "apple", email, isEmailVerified: true };
}
