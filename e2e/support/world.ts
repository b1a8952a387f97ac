/** The addresses and the people of the journeys. Games have the numbers of server/seed/demo-people.ts: 1 is Norwegian, 4 is English. */
import { port } from "./ports.ts";

const standIn = (number: number): string => `http://127.0.0.1:${port + number}`;

export const portalUrl = `http://localhost:${port}`;
export const identityProviderUrl = standIn(1);
export const gameUrl = standIn(2);
export const dashboardUrl = standIn(3);
export const mailboxUrl = standIn(4);

/** The demo world's password: the same for everybody. */
export const password = "Reading-Rocks-26";

export const people = {
  admin: "admin@storyport.example",
  teacher: "teacher@fjordskolen.example",
  camille: "teacher@lyceehugo.example",
  manager: "manager@storyport.example",
  member: "member@fjordskolen.example",
  newcomer: "newcomer@fjordskolen.example",
  blocked: "blocked@fjordskolen.example",
  expired: "expired@fjordskolen.example",
  guest: "guest@fjordskolen.example",
} as const;

/** A new unknown address each time, because wrong guesses must not slow down accounts that other tests need. */
export function stranger(): string {
  return `nobody-${crypto.randomUUID()}@fjordskolen.example`;
}
