import { createFileRoute, redirect } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readGameRequest } from "@storyport/contract/game-request";
import { QrLoginScreen } from "#/features/qr-login/qr-login-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

/** Rendered on the server as a wait: the call that logs in is the browser's alone, so that a preview of the link uses nothing. */
export const Route = createFileRoute("/login/qr")({
  validateSearch: (search) => ({ ...readGameRequest(search), ...(typeof search["code"] === "string" && { code: search["code"] }) }),
  beforeLoad: ({ context, search }) => {
    const hasCode = context.badgeCode.read() !== undefined || (search.code ?? "") !== "";
    if (!hasCode) throw redirect({ to: "/", replace: true });
  },
  // Comes along with the page, so that the browser asks where the server said so.
  loader: ({ context }) => ({ asksFirst: context.isFromElsewhere }),
  head: ({ match }) => pageTitle(match.context, m["qrLogin.title"]()),
  component: QrLogin,
});

function QrLogin() {
  const { code: _code, ...given } = Route.useSearch();
  const { asksFirst } = Route.useLoaderData();
  return <QrLoginScreen given={given} asksFirst={asksFirst} />;
}
