import type { Page } from "@playwright/test";

/** React draws a page again whose data say something else than what the server has drawn, and tells that it did. */
export const drawnAgain = /Minified React error #418/;

const pattern = /(?<=<script type="application\/json" id="page-data">).*?(?=<\/script>)/s;

/** As if the server had found something else for a public page: what it hands the browser is changed on the way. */
export async function changePageData(page: Page, path: string, change: (data: PageData) => PageData): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(pattern, (data) =>
        JSON.stringify(change(JSON.parse(data) as PageData)).replaceAll("<", "\\u003c"),
      );
      await route.fulfill({ response, body });
    },
  );
}

interface PageData {
  visitor: object & { user?: object };
  props: object;
}
