import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { failureText } from "#/api/failure-text.ts";
import { ClassCards } from "#/features/class-overviews/class-cards.tsx";
import { chooseGame, showsOrganizationPicker } from "#/features/games/game-choice.ts";
import type { GameChoice } from "#/features/games/game-choice.ts";
import { dashboardLaunch, gameLaunch, waitingGame } from "#/features/games/launch.ts";
import { LaunchButtons } from "#/features/games/launch-buttons.tsx";
import { findGame, gamesOf, isAdmin } from "#/features/games/offered-games.ts";
import type { CurrentChoiceStore } from "#/features/login-state/current-choice.ts";
import { useCurrentChoice, useLoginState } from "#/features/login-state/login-state-watch.ts";
import { PasskeyDue } from "#/features/passkeys/passkey-due.tsx";
import { ChildPage } from "#/features/qr-login/child-page.tsx";
import { usePortal, useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { classes } from "#/ui/classes.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Select } from "#/ui/select.tsx";
import type { AccountPage } from "./load-login-page.ts";
import styles from "./login.module.css";
import { usePlainAddress } from "./use-plain-address.ts";

/**
 * Shows the user, links to games, the dashboard and the admin page, and the user's classes. A student who logged in with a badge or code
 * gets the child's page.
 */
export function LoggedInPanel({ page, notice }: LoggedInPanelProps) {
  return useUser().loginType === "QRCODE" ? <ChildPage page={page} /> : <AccountPanel page={page} notice={notice} />;
}

interface LoggedInPanelProps {
  page: AccountPage;
  /** Why another page led here, such as a login at a provider that failed, while the present login stays. */
  notice?: ReactNode;
}

function AccountPanel({ page, notice }: LoggedInPanelProps) {
  const user = useUser();
  const { organizations } = page;
  const { loginState, currentChoice } = usePortal();
  const state = useLoginState(loginState);
  const current = useCurrentChoice(currentChoice);
  const choice = chooseGame({
    organizations,
    user,
    organizationId: current.organizationId ?? state.orgId,
    gameId: current.game?.gameId ?? state.gameId,
  });
  const keepOwnChoice = useEffectEvent(() => keepChoice(currentChoice, choice));
  useEffect(() => keepOwnChoice(), [current, choice.organization?.id, choice.game?.gameId]);
  const waiting = waitingGame(gamesOf(organizations), state);

  return (
    <>
      <PageHeading>{m["login.welcome"]()}</PageHeading>
      {notice}
      {user.passkeyDue !== undefined && <PasskeyDue due={user.passkeyDue} />}
      <div className={styles["who"]}>
        <p className={styles["name"]}>
          {m["login.loggedInAs"]()}{" "}
          <strong>
            <Breakable text={user.displayName ?? user.email ?? user.accountId} />
          </strong>
        </p>
        <a href="/logout" className={styles["logout"]}>
          {m["login.logOut"]()}
        </a>
      </div>
      {page.failure !== undefined && (
        <Notice tone="error" title={m["errors.failedToFetchGames"]()}>
          {failureText(page.failure)}
        </Notice>
      )}
      {waiting !== undefined && (
        <a href="/game-redirect" className={classes(buttonClass("primary", "large"), styles["wide"])}>
          {m["games.continueTo"]({ game: waiting.description })}
        </a>
      )}
      <div className={styles["choice"]}>
        {showsOrganizationPicker(choice.organizations, state.clientCode) && <OrganizationPicker choice={choice} store={currentChoice} />}
        {page.failure === undefined && <GamePicker choice={choice} store={currentChoice} />}
      </div>
      <LaunchButtons
        dashboard={dashboardLaunch({ user, ...choice })}
        game={gameLaunch({ user, ...choice }, state)}
        isSecondWay={waiting !== undefined}
      />
      {isAdmin(user) && (
        <a href="/admin" className={buttonClass("quiet")}>
          {m["games.adminPage"]()}
        </a>
      )}
      {page.classes !== undefined && <ClassCards part={page.classes} organizations={organizations} />}
    </>
  );
}

interface PickerProps {
  choice: GameChoice;
  store: CurrentChoiceStore;
}

function OrganizationPicker({ choice, store }: PickerProps) {
  return (
    <Select
      label={m["games.organization"]()}
      id="organization"
      placeholder={m["games.chooseOrganization"]()}
      options={choice.organizations.map(({ id, key, description }) => ({ value: id, label: description || key }))}
      value={choice.organization?.id ?? ""}
      onChange={(event) => store.chooseOrganization(event.currentTarget.value || undefined)}
    />
  );
}

function GamePicker({ choice, store }: PickerProps) {
  const leavePlainAddress = usePlainAddress();
  if (choice.games.length === 0) return <Notice quiet>{m["games.noGames"]()}</Notice>;
  return (
    <Select
      label={m["games.game"]()}
      id="game"
      {...(choice.games.length > 1 && { placeholder: m["games.chooseGame"]() })}
      options={choice.games.map(({ gameId, gameKey, description }) => ({ value: String(gameId), label: description || gameKey }))}
      value={choice.game === undefined ? "" : String(choice.game.gameId)}
      onChange={(event) => {
        store.chooseGame(findGame(choice.games, event.currentTarget.value));
        leavePlainAddress();
      }}
    />
  );
}

/** Stores a choice that the page made by itself, because the redirect screens read it. A valid choice of the user stays. */
function keepChoice(store: CurrentChoiceStore, { organizations, organization, games, game }: GameChoice) {
  const kept = store.read();
  if (organization !== undefined && !organizations.some(({ id }) => id === kept.organizationId)) {
    store.chooseOrganization(organization.id);
  }
  if (game !== undefined && findGame(games, kept.game?.gameId) === undefined) store.chooseGame(game);
}
