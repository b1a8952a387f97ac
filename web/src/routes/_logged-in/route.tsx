import { createFileRoute } from "@tanstack/react-router";
import { requireAccount } from "#/features/login/require-account.ts";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { LoggedInArea } from "#/shell/logged-in-area.tsx";

/** Everything behind the login. The guard runs on the server too, so that its redirects are real; the pages are drawn by the browser. */
export const Route = createFileRoute("/_logged-in")({
  ssr: "data-only",
  beforeLoad: requireAccount,
  component: LoggedInArea,
  errorComponent: AccountCheckFailed,
});
