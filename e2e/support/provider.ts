/** The stand-in for identity providers: a person uses its pages, and a test changes its mood. */
import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { identityProviderUrl } from "./world.ts";

type ProviderKey = "feide" | "google" | "apple";

const providerNames = { feide: "Feide", google: "Google", apple: "Apple" } as const;

export async function expectChooser(page: Page, provider: ProviderKey): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: `${providerNames[provider]}: who is logging in?` })).toBeVisible();
}

/** Chooses a person on the provider's page: nobody has a password there. */
export async function choosePerson(page: Page, provider: ProviderKey, person: string): Promise<void> {
  await expectChooser(page, provider);
  await page.getByRole("button", { name: `(${person})` }).click();
}

/** From the portal's login page to the provider, and back as that person. */
export async function logInAt(page: Page, provider: ProviderKey, person: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: `Log in with ${providerNames[provider]}` }).click();
  await choosePerson(page, provider, person);
}

export async function setMood(request: APIRequestContext, provider: ProviderKey, mood: string): Promise<void> {
  const answer = await request.post(`${identityProviderUrl}/moods`, { data: { provider, mood } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
