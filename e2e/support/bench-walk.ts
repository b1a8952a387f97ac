import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Sends the requests of a walk, until this heading has its answer. */
export async function walkTo(page: Page, step: string): Promise<void> {
  await page.goto("/bench/4");
  await page.getByRole("button", { name: "Start a walk" }).click();
  const send = page.getByRole("button", { name: "Send this request" });
  const answered = page.getByText("This is the right answer.");
  for (let sent = 1; ; sent += 1) {
    const heading = await page.getByRole("heading", { level: 3 }).last().textContent();
    await send.click();
    await expect(answered).toHaveCount(sent);
    if (heading === step) return;
  }
}
