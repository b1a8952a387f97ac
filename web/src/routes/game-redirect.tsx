import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readGameLoginSearch } from "#/features/game-login/game-request.ts";
import { GameRedirectScreen } from "#/features/game-login/game-redirect-screen.tsx";
import { openHandOver } from "#/features/game-login/open-hand-over.ts";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { pageTitle } from "#/shell/page-title.ts";

/** Guards itself, in the browser: a badge session has ended by the time its hand-over is looked at again. */
export const Route = createFileRoute("/game-redirect")({
  ssr: false,
  validateSearch: readGameLoginSearch,
  // The router keeps what validateSearch drops, so the address is read once more.
  loaderDeps: ({ search }) => readGameLoginSearch(search),
  loader: ({ context, deps }) => openHandOver(context, deps),
  // The hand-over begins once, when the page opens; looking at it again must not begin another.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  // Shown as soon as it is known what to show: half a second in which nothing happens loses the tap that opens an app.
  pendingMinMs: 0,
  head: ({ match }) => pageTitle(match.context, m["gameLogin.title"]()),
  component: GameRedirect,
  errorComponent: AccountCheckFailed,
});

function GameRedirect() {
  return <GameRedirectScreen opening={Route.useLoaderData()} />;
}
