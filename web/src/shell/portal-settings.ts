/** What of the server's settings the pages show or lead to. It travels with each page, so that one build serves every portal. */
export interface PortalSettings {
  productName: string;
  companyUrl: string;
  supportEmail: string;
  dashboardUrl: string;
}

/** The name of the meta element that carries them from the server's render to the browser. */
export const portalSettingsMeta = "storyport";

/** Reads back what our own server wrote into this page. */
export function readPortalSettings(document: Document): PortalSettings {
  const content = document.querySelector<HTMLMetaElement>(`meta[name=${portalSettingsMeta}]`)?.content ?? "{}";
  return JSON.parse(content) as PortalSettings;
}
