import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import styles from "./game-login.module.css";
import { useLogInAsSomeoneElse } from "./use-log-in-as-someone-else.ts";

/** Shows the user who enters the game, with a way out for other users, because children share tablets (DESIGN A6). */
export function WhoIsPlaying({ user }: { user: SessionUser }) {
  const { progress, leave } = useLogInAsSomeoneElse();
  return (
    <div className={styles["who"]}>
      <p className={styles["person"]}>
        <LoginTypeLogo type={user.loginType} size={40} />
        <span>
          {m["gameLogin.loggedInAs"]()}{" "}
          <strong className={styles["name"]}>
            <Breakable text={nameOf(user)} />
          </strong>
        </span>
      </p>
      <Button variant="secondary" pending={progress === "leaving"} pendingText={m["logout.pending"]()} onClick={leave}>
        {m["gameLogin.notYou"]()}
      </Button>
      {progress === "failed" && <Notice tone="error" title={m["logout.failed"]()} />}
    </div>
  );
}

export function nameOf({ displayName, email, accountId }: SessionUser): string {
  return displayName ?? email ?? accountId;
}
