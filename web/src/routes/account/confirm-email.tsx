import { checkEmailProposal } from "@storyport/contract/email-changes";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ConfirmEmailScreen } from "#/features/email-changes/confirm-email-screen.tsx";
import { readLinkPageSearch } from "#/features/links/link-search.ts";
import { loadAskedPage } from "#/features/links/load-link-page.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/account/confirm-email")({
  validateSearch: readLinkPageSearch,
  loaderDeps: ({ search }) => ({ code: search.code }),
  loader: ({ context, deps }) => loadAskedPage(context, deps.code, (params) => context.call(checkEmailProposal, { params })),
  head: ({ match }) => pageTitle(match.context, m["emailChanges.title"](), { isError: match.search.error !== undefined }),
  component: ConfirmEmail,
});

function ConfirmEmail() {
  const { code, ...search } = Route.useSearch();
  return <ConfirmEmailScreen {...Route.useLoaderData()} code={code} search={search} />;
}
