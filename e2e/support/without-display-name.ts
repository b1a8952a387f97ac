import type { Page, Route } from "@playwright/test";

/** Removes the display name from the account that the browser sees. The stored account does not change. */
export async function withoutDisplayName(page: Page): Promise<void> {
  const strip = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const { displayName: _displayName, ...account } = await response.json();
    await route.fulfill({ response, json: account });
  };
  let isNamed = false;
  await page.route("**/api/auth/users/set-display-name", async (route) => {
    isNamed = true;
    await route.continue();
  });
  for (const call of ["**/api/auth/pw/login", "**/api/auth/auth/validate-auth"]) {
    await page.route(call, (route) => (isNamed ? route.continue() : strip(route)));
  }
}
