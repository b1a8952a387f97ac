import { providers as allProviders } from "@storyport/contract/providers";
import type { LoginState } from "@storyport/contract/login-state";
import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { failureText } from "#/api/failure-text.ts";
import { providerPages } from "#/features/federated-login/provider-login.ts";
import { findGame, offeredLoginTypes } from "#/features/games/offered-games.ts";
import { useLoginState } from "#/features/login-state/login-state-watch.ts";
import { usePortal } from "#/shell/portal.ts";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import type { Failure } from "#/api/api-error.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { Divider } from "#/ui/divider.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Select } from "#/ui/select.tsx";
import type { LoginPage, PublicGame } from "./load-login-page.ts";
import { usePlainAddress } from "./use-plain-address.ts";
import { LoginFailure } from "./login-failure.tsx";
import styles from "./login.module.css";
import { PasswordForm } from "./password-form.tsx";

interface LoginPanelProps {
  page: LoginPage;
  /** Why the last login was refused. */
  failure: Failure | undefined;
  /** The result of a login at a provider, or why another page led here. */
  notice?: ReactNode;
}

/**
 * Every way to log in that the chosen game accepts; without a chosen game, that any public game accepts. The page knows a game that is not
 * public only by its request. For a game that it does not know, and without a public game, it offers every way.
 */
export function LoginPanel({ page, failure, notice }: LoginPanelProps) {
  const { loginState, currentChoice, settings } = usePortal();
  const leavePlainAddress = usePlainAddress();
  const state = useLoginState(loginState);
  const game = findGame(page.games, state.gameId);
  // The list of login types hides badges and one-time codes, so the games alone say whether they are accepted.
  const loginTypes = offeredLoginTypes(acceptingGames(page, state, game), [...page.loginTypes, "QRCODE"]);
  const takesPassword = loginTypes.includes("PASSWORD");
  const takesCode = loginTypes.includes("QRCODE");
  const providers = allProviders.filter((type) => loginTypes.includes(type));

  const handleGame = (gameId: string) => {
    const chosen = findGame(page.games, gameId);
    currentChoice.chooseGame(chosen);
    loginState.save({ ...loginState.read(), gameId: chosen === undefined ? undefined : String(chosen.gameId) });
    leavePlainAddress();
  };

  return (
    <>
      <PageHeading>{m["login.heading"]({ productName: settings.productName })}</PageHeading>
      {notice}
      {page.failure !== undefined && (
        <Notice tone="error" title={page.failure.of === "user" ? m["errors.failedToFetchUser"]() : m["errors.failedToFetchGames"]()}>
          {failureText(page.failure.failure)}
        </Notice>
      )}
      {/* A request with a clientCode comes from a game, so the user does not choose. */}
      {state.clientCode === undefined && page.games.length > 0 && (
        <Select
          label={m["games.game"]()}
          id="login-game"
          placeholder={m["games.chooseGame"]()}
          options={page.games.map(({ gameId, description }) => ({ value: String(gameId), label: description }))}
          value={game === undefined ? "" : String(game.gameId)}
          onChange={(event) => handleGame(event.currentTarget.value)}
        />
      )}
      {takesPassword ? (
        <PasswordForm failure={failure} attemptedEmail={page.attemptedEmail} />
      ) : (
        failure !== undefined && <LoginFailure failure={failure} />
      )}
      {takesPassword && providers.length > 0 && <Divider>{m["login.or"]()}</Divider>}
      {providers.length > 0 && (
        <div className={styles["ways"]}>
          {providers.map((type) => (
            <LinkButton key={type} variant="secondary" wide href={providerPages[type]} picture={<LoginTypeLogo type={type} />}>
              {wayIn[type]()}
            </LinkButton>
          ))}
        </div>
      )}
      {takesCode && (
        <>
          <a href="/login/scan" className={classes(buttonClass("secondary"), styles["wide"])}>
            {m["qrLogin.scan"]()}
          </a>
          <a href="/login/code" className={classes(buttonClass("secondary"), styles["wide"])}>
            {m["qrLogin.haveCode"]()}
          </a>
        </>
      )}
      {!takesPassword && providers.length === 0 && !takesCode && <Notice quiet>{m["login.noWays"]()}</Notice>}
    </>
  );
}

/** The games that may follow this login, as far as the page knows them. */
function acceptingGames({ games, requested }: LoginPage, { gameId, callbackUrl }: LoginState, game: PublicGame | undefined) {
  if (game !== undefined) return [game];
  if (gameId === undefined) return games;
  // Another tab may have changed the request since the server drew the page.
  return requested?.gameId === gameId && requested.callbackUrl === callbackUrl ? [requested] : [];
}

const wayIn = { FEIDE: () => m["login.feide"](), GOOGLE: () => m["login.google"](), APPLE: () => m["login.apple"]() };
