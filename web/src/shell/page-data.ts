import type { Visitor } from "#/features/login/visitor.ts";

/** The server's settings that pages show or link to. One build serves every portal. */
export interface PortalSettings {
  productName: string;
  companyUrl: string;
  supportEmail: string;
  dashboardUrl: string;
}

/**
 * The data that the server sends with a page, so that the browser can draw the same page. The address is no part of it. The browser reads
 * its own, after it has taken the code of a badge out of it (`browser-portal.ts`). The proof of a mailed link must be in `props`, because
 * its form sends it.
 */
export interface PageData {
  settings: PortalSettings;
  visitor: Visitor;
  /** For a public page: the script of its screen, and the screen's props. */
  screen?: ScreenScript;
  props?: object;
}

export interface ScreenScript {
  /** The address of the script. */
  file: string;
  /** The name by which the script exports the screen. */
  name: string;
}

/** The ids of the element with the data, and of the element that React draws into. */
export const pageDataId = "page-data";
export const pageRootId = "page";

/**
 * Reads the data that our own server wrote into this page. Removes it from the document, because of the proof in `props`.
 */
export function readPageData(document: Document): PageData {
  const element = document.getElementById(pageDataId);
  if (element === null) throw new Error("The page came without its data.");
  element.remove();
  return JSON.parse(element.textContent) as PageData;
}
