import { getOwnEmailProposal } from "@storyport/contract/email-changes";
import { listOwnIdentities } from "@storyport/contract/federated-login";
import { listOwnGames } from "@storyport/contract/game-rights";
import { ownManifest } from "@storyport/contract/games";
import { listOwnPasskeys } from "@storyport/contract/passkeys";
import { secondFactorStatus } from "@storyport/contract/second-factor";
import { listOwnSessions } from "@storyport/contract/sessions";
import { getUser } from "@storyport/contract/users";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "#/area/prefetch.ts";
import { m } from "@storyport/texts/messages";
import { ProfileScreen } from "#/features/accounts/profile-screen.tsx";
import { readConnectResult } from "#/features/federated-login/connect-result.ts";
import { isAdmin } from "#/features/games/offered-games.ts";

export const Route = createFileRoute("/users/me")({
  validateSearch: readConnectResult,
  loader: ({ context }) => {
    // After a login by badge or code the page shows only the user.
    if (context.user.loginType === "QRCODE") return;
    if (isAdmin(context.user)) prefetch(context, getUser, { params: { userId: context.user.accountId } });
    else prefetch(context, ownManifest);
    for (const part of [getOwnEmailProposal, listOwnIdentities, listOwnPasskeys, secondFactorStatus, listOwnGames, listOwnSessions])
      prefetch(context, part);
  },
  staticData: { title: () => m["profile.title"]() },
  component: Profile,
});

function Profile() {
  return <ProfileScreen user={Route.useRouteContext().user} result={Route.useSearch()} />;
}
