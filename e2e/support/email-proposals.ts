/** A school proposes another address for an account whose owner has logged in (DESIGN A26). */
import { request as requests } from "@playwright/test";
import type { APIRequestContext } from "@playwright/test";
import { ask, send } from "./admin-area.ts";
import { linkInLetterTo } from "./letters.ts";
import { beLoggedIn } from "./login.ts";
import { chosenPassword, makeUser, newcomer } from "./users.ts";
import { people, portalUrl } from "./world.ts";

export interface Proposed {
  id: string;
  email: string;
  proposed: string;
  /** The link in the letter to the present address. */
  link: string;
}

/** Creates a member of Fjordskolen, who chooses a password and logs in. */
async function aMember(admin: APIRequestContext, name: string, role: string) {
  const email = newcomer(name);
  const id = await makeUser({ request: admin }, email, { role });
  const link = await linkInLetterTo(email, /set-password\S+/);
  const request = await requests.newContext();
  const proof = { email, password: chosenPassword };
  await send({ request }, { path: "pw/new-user-password", data: { ...proof, token: new URL(link).searchParams.get("code") } });
  await send({ request }, { path: "pw/login", data: { ...proof, deviceName: "Journey" } });
  return { id, email, request };
}

/** The school's manager has proposed another address for a teacher that this test created. */
export async function aProposedEmail(): Promise<Proposed> {
  const admin = await requests.newContext();
  await beLoggedIn({ request: admin }, people.admin);
  const head = await aMember(admin, "head", "organization_admin");
  const teacher = await aMember(admin, "present", "teacher");
  const { version } = await ask<{ version: number }>(head, `users/${teacher.id}`);
  const proposed = newcomer("proposed");
  await send(head, { method: "PATCH", path: `users/${teacher.id}`, data: { version, email: proposed } });
  const link = await linkInLetterTo(teacher.email, new RegExp(`^${portalUrl}/account/confirm-email\\?code=[\\w-]{43}$`));
  for (const request of [admin, head.request, teacher.request]) await request.dispose();
  return { id: teacher.id, email: teacher.email, proposed, link };
}
