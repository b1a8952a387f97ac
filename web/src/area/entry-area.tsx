/** The browser's half of the area behind the login: hydrates the server's frame, and draws the pages in it. */
import { hydrateRoot } from "react-dom/client";
import { afterWrite, createQueryClient } from "#/api/query-client.ts";
import { createConfirmation } from "#/features/confirmations/confirmation.ts";
import { createBrowserPortal } from "#/shell/browser-portal.ts";
import { loginInsteadOf } from "#/features/login/require-account.ts";
import { keepPresses } from "#/shell/keep-presses.ts";
import { createSessionEnd } from "#/shell/session-end.ts";
import { pageRootId, readPageData } from "#/shell/page-data.ts";
import { AreaApp } from "./area-app.tsx";
import { createAreaRouter, loadFirstPage } from "./router.tsx";
import "#/styles/tokens.css";
import "#/styles/base.css";

const data = readPageData(document);
const queries = createQueryClient();
const browserPortal = createBrowserPortal(data, (isDone) => afterWrite(queries, isDone));
const sessionEnd = createSessionEnd(browserPortal.call, () => location.replace(loginInsteadOf(location.pathname + location.search)));
// Pages call through the question for a confirmation and the session's end. The guard handles its own refusals, so `fresh` calls directly.
const confirmation = createConfirmation(sessionEnd.call);
const portal = { ...browserPortal, call: confirmation.call };
const root = document.getElementById(pageRootId);
if (root === null) throw new Error("The page came without a place to draw it in.");

keepPresses(document);
const router = createAreaRouter({ ...portal, queries });
hydrateRoot(
  root,
  <AreaApp portal={portal} sessionEnd={sessionEnd} confirmation={confirmation} router={router} firstPage={loadFirstPage(router)} />,
);
