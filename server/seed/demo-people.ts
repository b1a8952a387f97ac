/** The people and things of the demo world, as data. */
import type { AccountStatus, LoginType, Provider } from "@storyport/contract/vocabulary";

/** All accounts read the default language, as the README does. The footer of a page changes it. */
export const demoLanguage = "en";

export const demoPassword = "Reading-Rocks-26";

export const demoGames: {
  id: number;
  key: string;
  description: string;
  locale: string;
  login_types: LoginType[];
  required_permissions: string[];
  appScheme: string;
}[] = [
  {
    id: 1,
    key: "storyport-no",
    description: "Norwegian",
    locale: "nb",
    login_types: ["PASSWORD", "FEIDE", "GOOGLE", "APPLE", "QRCODE"],
    required_permissions: [],
    appScheme: "example.storyport.no",
  },
  {
    id: 2,
    key: "storyport-fr-premium",
    description: "French (premium)",
    locale: "fr",
    login_types: ["PASSWORD", "GOOGLE"],
    required_permissions: ["play_premium"],
    appScheme: "example.storyport.fr",
  },
  {
    id: 3,
    key: "storyport-nl",
    description: "Dutch",
    locale: "nl",
    login_types: ["PASSWORD", "GOOGLE"],
    required_permissions: [],
    appScheme: "example.storyport.nl",
  },
  {
    id: 4,
    key: "storyport-en",
    description: "English",
    locale: "en",
    login_types: ["PASSWORD", "FEIDE", "GOOGLE", "APPLE", "QRCODE"],
    required_permissions: [],
    appScheme: "example.storyport.en",
  },
  {
    id: 5,
    key: "storyport-br-classroom",
    description: "Brazil classroom",
    locale: "pt-BR",
    login_types: ["PASSWORD", "GOOGLE", "QRCODE"],
    required_permissions: [],
    appScheme: "example.storyport.br",
  },
];

export const demoOrganizations = [
  { key: "Fjordskolen", description: "Fjordskolen", games: [1, 4] },
  { key: "LyceeHugo", description: "Lycée Hugo", games: [2] },
  { key: "EscolaSol", description: "Escola Sol", games: [5, 4] },
  { key: "Leesplein", description: "Leesplein", games: [3] },
];

/** A person that a provider's stand-in lists under this subject (stand-ins/identity-provider/demo-people.ts). */
export interface DemoIdentity {
  provider: Provider;
  subject: string;
  affiliation?: "STAFF";
  /** The provider's name for the person, if it differs from the account's address. */
  label?: string;
}

export interface DemoAccount {
  email?: string;
  displayName?: string;
  loginTypes: LoginType[];
  identities?: DemoIdentity[];
  status?: AccountStatus;
  passwordExpired?: boolean;
  /** The first is the primary one. The platform's own roles name no organization. */
  memberships: { organization: string; roles: string[] }[];
  /** What the account demonstrates, for the list printed at the start. */
  shows: string;
}

const fjordskolen = (...roles: string[]) => [{ organization: "Fjordskolen", roles }];

export const demoAccounts: DemoAccount[] = [
  {
    email: "admin@storyport.example",
    displayName: "Ada Havn",
    loginTypes: ["PASSWORD", "GOOGLE"],
    identities: [{ provider: "GOOGLE", subject: "104729000000000000001" }],
    memberships: [{ organization: "", roles: ["admin"] }],
    shows: "administrator",
  },
  {
    email: "teacher@fjordskolen.example",
    displayName: "Kari Nordmann",
    loginTypes: ["PASSWORD", "FEIDE"],
    identities: [
      { provider: "FEIDE", subject: "3f0c1d52-6d0b-4c55-9d2e-8a7b14c6e001", affiliation: "STAFF", label: "kari@fjordskolen.example" },
    ],
    memberships: fjordskolen("teacher"),
    shows: "teacher: two games, the dashboard, groups 2A and 2B; a lesson of 2B runs",
  },
  {
    email: "teacher@lyceehugo.example",
    displayName: "Camille Durand",
    loginTypes: ["PASSWORD", "GOOGLE"],
    identities: [{ provider: "GOOGLE", subject: "104729000000000000002" }],
    memberships: [{ organization: "LyceeHugo", roles: ["teacher", "premium"] }],
    shows: "one organization, one game: both chosen for her",
  },
  {
    email: "manager@storyport.example",
    displayName: "Mona Berg",
    loginTypes: ["PASSWORD", "APPLE"],
    identities: [{ provider: "APPLE", subject: "001473.5d1f0b6c8e2a4937b1d0c5e8f7a61001.0815" }],
    memberships: [
      { organization: "Fjordskolen", roles: ["group_manager"] },
      { organization: "EscolaSol", roles: ["group_manager"] },
    ],
    shows: "two organizations: the picker shows",
  },
  {
    email: "member@fjordskolen.example",
    displayName: "Per Medlem",
    loginTypes: ["PASSWORD"],
    memberships: fjordskolen("member"),
    shows: "member, no dashboard",
  },
  {
    email: "newcomer@fjordskolen.example",
    loginTypes: ["PASSWORD"],
    memberships: fjordskolen("teacher"),
    shows: "has no display name yet",
  },
  {
    email: "invited@fjordskolen.example",
    loginTypes: ["PASSWORD"],
    status: "CREATED",
    memberships: fjordskolen("teacher"),
    shows: "invited: an activation letter is in the mailbox",
  },
  {
    email: "blocked@fjordskolen.example",
    displayName: "Bo Stengt",
    loginTypes: ["PASSWORD", "FEIDE", "GOOGLE"],
    identities: [
      { provider: "FEIDE", subject: "09e5c7d3-417e-4fa2-b6d9-c28d35f1a004", affiliation: "STAFF", label: "bo@fjordskolen.example" },
      { provider: "GOOGLE", subject: "104729000000000000003" },
    ],
    status: "DEACTIVATED",
    memberships: fjordskolen("teacher"),
    shows: "deactivated",
  },
  {
    email: "expired@fjordskolen.example",
    displayName: "Eva Gammel",
    loginTypes: ["PASSWORD"],
    passwordExpired: true,
    memberships: fjordskolen("teacher"),
    shows: "password expired: logging in sends a reset letter",
  },
  {
    email: "guest@fjordskolen.example",
    displayName: "Gro Gjest",
    loginTypes: ["PASSWORD"],
    memberships: fjordskolen("guest"),
    shows: "guest, may not log in",
  },
  ...["Nora", "Emil", "Aksel"].map((displayName) => ({
    displayName,
    loginTypes: ["QRCODE" as const],
    memberships: fjordskolen("student"),
    shows: "student of 2A",
  })),
];

/** `gender` 1 is a girl, as in the contract. */
export const demoPlayerGroups = [
  {
    name: "2A",
    organization: "Fjordskolen",
    owner: "teacher@fjordskolen.example",
    players: [
      { name: "Nora", gender: 1 },
      { name: "Emil", gender: 2 },
      { name: "Aksel", gender: 2 },
    ],
  },
  {
    name: "2B",
    organization: "Fjordskolen",
    owner: "teacher@fjordskolen.example",
    players: [],
  },
];

/** The students of 2B, a class as large as a real one. Short names, and names from many languages. */
export const demoClass = {
  name: "2B",
  students: [
    ["Ingrid", "Jonas", "Bo", "Li", "Ea", "Åse", "Jörg", "Zoë", "Māra", "Søren", "Łucja", "Ümit", "Amira"],
    ["Mohammed", "Anne-Marie", "Thandiwe", "Nguyễn", "Dilan", "Yusuf", "Saga", "Théo", "Oksana", "Iker", "محمد", "さくら"],
  ].flat(),
} as const;
