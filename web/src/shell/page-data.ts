import type { Visitor } from "#/features/login/visitor.ts";

/** What of the server's settings the pages show or lead to. One build serves every portal. */
export interface PortalSettings {
  productName: string;
  companyUrl: string;
  supportEmail: string;
  dashboardUrl: string;
}

/** What the server hands the browser with a page, so that the browser can draw the same once more. */
export interface PageData {
  settings: PortalSettings;
  address: string;
  visitor: Visitor;
  /** Of a public page: its row in the table, and what its screen is shown with. */
  row?: number;
  props?: object;
}

/** The ids of the element that carries the data, and of the one that React draws into. */
export const pageDataId = "page-data";
export const pageRootId = "page";

/** Reads back what our own server wrote into this page. */
export function readPageData(document: Document): PageData {
  const data = document.getElementById(pageDataId)?.textContent;
  if (data === undefined || data === null) throw new Error("The page came without its data.");
  return JSON.parse(data) as PageData;
}
