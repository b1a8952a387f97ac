import type { ManifestGame } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { useLogInAsSomeoneElse } from "#/features/game-login/use-log-in-as-someone-else.ts";
import { chooseGame } from "#/features/games/game-choice.ts";
import { gameLaunch } from "#/features/games/launch.ts";
import type { AccountPage } from "#/features/login/load-login-page.ts";
import { useLoginState } from "#/features/login-state/login-state-watch.ts";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { usePortal, useUser } from "#/shell/portal.ts";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { GameBoat } from "./game-boat.tsx";
import styles from "./qr-login.module.css";

/** The page after a badge or code login: the child's name, its games as pictures, and a way out. */
export function ChildPage({ page }: { page: AccountPage }) {
  const user = useUser();
  const { organizations } = page;
  const { loginState } = usePortal();
  const state = useLoginState(loginState);
  const { isBusy, failure, leave } = useLogInAsSomeoneElse();
  const { games, organization } = chooseGame({ organizations, user, organizationId: user.orgId, gameId: undefined });
  const launches = games.flatMap((game) => {
    const launch = gameLaunch({ user, organization, game }, state);
    return launch === undefined || "missing" in launch ? [] : [launch];
  });
  const noGames = page.failure === undefined ? m["child.noGames"]() : m["child.waitALittle"]();
  const says = launches.length > 0 ? m["qrLogin.chooseGame"]() : noGames;
  return (
    <>
      <ChildHeading says={[says]}>{m["qrLogin.hi"]({ name: user.displayName ?? "" })}</ChildHeading>
      <ChildBoat of={user.accountId} className={styles["ownBoat"]} />
      {page.failure !== undefined && <Notice tone="error">{m["child.waitALittle"]()}</Notice>}
      {page.failure === undefined && launches.length === 0 && <Notice quiet>{m["child.noGames"]()}</Notice>}
      {launches.length > 0 && (
        <>
          <p className={styles["lead"]}>{m["qrLogin.chooseGame"]()}</p>
          <ul className={styles["games"]}>
            {launches.map(({ game, href }) => (
              <li key={game.gameId}>
                <GameLink game={game} href={href} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Button variant="secondary" pending={isBusy} pendingText={m["child.bye"]()} onClick={leave}>
        {m["qrLogin.notMe"]()}
      </Button>
      {failure !== undefined && <Notice tone="error">{m["child.askTeacher"]()}</Notice>}
    </>
  );
}

/** Opens in this tab: a second tab would still show the child's page to the next child. */
function GameLink({ game, href }: { game: ManifestGame; href: string }) {
  const content = (
    <>
      <GameBoat number={game.gameId} />
      {game.description}
    </>
  );
  if (href === "/game-redirect") {
    return (
      <a href="/game-redirect" className={styles["game"]}>
        {content}
      </a>
    );
  }
  return (
    // The game redirects back here. Only the referrer shows the server that our page began it (DESIGN A6).
    <a href={href} referrerPolicy="origin" className={styles["game"]}>
      {content}
    </a>
  );
}
