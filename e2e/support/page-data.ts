import type { Page } from "@playwright/test";

/** React draws a page again if its data differ from the server's HTML, and reports this error. */
export const drawnAgain = /Minified React error #418/;

const pattern = /(?<=<script type="application\/json" id="page-data">).*?(?=<\/script>)/s;

/** Changes the data of a public page on the way to the browser, as if the server had loaded other data. */
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
