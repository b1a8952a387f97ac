import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { m } from "@storyport/texts/messages";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import styles from "./game-login.module.css";
import { useLogInAsSomeoneElse } from "./use-log-in-as-someone-else.ts";

interface WhoIsPlayingProps {
  user: SessionUser;
  /** The login state for the next user. Without it a game's request is kept. */
  other?: LoginState;
}

/** Shows the user who goes on to the game or dashboard. Children share tablets, so other users get a way out (DESIGN A6). */
export function WhoIsPlaying({ user, other }: WhoIsPlayingProps) {
  const { isBusy, failure, leave } = useLogInAsSomeoneElse(other);
  const isChild = user.loginType === "QRCODE";
  return (
    <div className={styles["who"]}>
      <p className={styles["person"]}>
        <LoginTypeLogo type={user.loginType} size={40} />
        <span>
          {isChild ? (
            <strong className={styles["name"]}>
              <Breakable text={m["qrLogin.hi"]({ name: nameOf(user) })} />
            </strong>
          ) : (
            <>
              {m["gameLogin.loggedInAs"]()}{" "}
              <strong className={styles["name"]}>
                <Breakable text={nameOf(user)} />
              </strong>
            </>
          )}
        </span>
      </p>
      <Button variant="secondary" pending={isBusy} pendingText={isChild ? m["child.bye"]() : m["logout.pending"]()} onClick={leave}>
        {isChild ? m["qrLogin.notMe"]() : m["gameLogin.notYou"]()}
      </Button>
      {failure !== undefined && <Notice tone="error" title={isChild ? m["child.askTeacher"]() : m["logout.failed"]()} />}
    </div>
  );
}

/** The first that the account has: its name, its address, its id. */
export function nameOf({ displayName, email, accountId }: SessionUser): string {
  return displayName ?? email ?? accountId;
}
