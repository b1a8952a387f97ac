/** The browser's half of a public page: hydrates what the server has drawn. */
import { hydrateRoot } from "react-dom/client";
import type { ComponentType } from "react";
import { createBrowserPortal } from "#/shell/browser-portal.ts";
import { pageRootId, readPageData } from "#/shell/page-data.ts";
import type { ScreenScript } from "#/shell/page-data.ts";
import { PublicTree } from "./public-tree.tsx";
import "#/styles/tokens.css";
import "#/styles/base.css";

const data = readPageData(document);
const portal = createBrowserPortal(data);
const root = document.getElementById(pageRootId);
if (root === null || data.screen === undefined) throw new Error("The page came without its screen.");

/** The page names the script of its screen. A list of all screens here would weigh on every first visit. */
async function loadScreen({ file, name }: ScreenScript): Promise<ComponentType> {
  const { [name]: Screen } = (await import(/* @vite-ignore */ file)) as Record<string, ComponentType>;
  if (Screen === undefined) throw new Error(`The script of the page has no ${name}.`);
  return Screen;
}

const isView = data.visitor.is === "known" && data.visitor.user.supportView !== undefined;
const [Screen, UserMenu, SupportViewBanner] = await Promise.all([
  loadScreen(data.screen),
  data.visitor.is === "known" ? import("#/shell/user-menu.tsx").then((late) => late.UserMenu) : undefined,
  isView ? import("#/features/support-views/support-view-banner.tsx").then((late) => late.SupportViewBanner) : undefined,
]);

hydrateRoot(
  root,
  <PublicTree portal={portal} UserMenu={UserMenu} SupportViewBanner={SupportViewBanner}>
    <Screen {...data.props} />
  </PublicTree>,
);
