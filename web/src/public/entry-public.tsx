/** The browser's half of a public page: hydrates what the server has drawn. */
import { hydrateRoot } from "react-dom/client";
import { screens } from "virtual:public-screens";
import { createBrowserPortal } from "#/shell/browser-portal.ts";
import { pageRootId, readPageData } from "#/shell/page-data.ts";
import { PublicTree } from "./public-tree.tsx";
import "#/styles/tokens.css";
import "#/styles/base.css";

const data = readPageData(document);
const portal = createBrowserPortal(data);
const root = document.getElementById(pageRootId);
const loadScreen = screens[data.row ?? -1];
if (root === null || loadScreen === undefined) throw new Error("The page came without its screen.");

const isView = data.visitor.is === "known" && data.visitor.user.supportView !== undefined;
const [Screen, UserMenu, SupportViewBanner] = await Promise.all([
  loadScreen(),
  data.visitor.is === "known" ? import("#/shell/user-menu.tsx").then((late) => late.UserMenu) : undefined,
  isView ? import("#/features/support-views/support-view-banner.tsx").then((late) => late.SupportViewBanner) : undefined,
]);

hydrateRoot(
  root,
  <PublicTree portal={portal} UserMenu={UserMenu} SupportViewBanner={SupportViewBanner}>
    <Screen {...data.props} />
  </PublicTree>,
);
