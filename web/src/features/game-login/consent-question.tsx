import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { AnswerButton } from "#/ui/answer-button.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { GamePicture } from "./game-picture.tsx";
import styles from "./game-login.module.css";
import { nameOf } from "./who-is-playing.tsx";

interface ConsentQuestionProps {
  /** Undefined once a badge's session has ended, which is after this question. */
  user: SessionUser | undefined;
  game: string;
  organization: string;
  onConsent: () => void;
}

/**
 * Asks before a game login if the request came from another site. The sender of such a link could be waiting in the game for this user's
 * rights (DESIGN A6). A child sees the boat, one question and one button. The page shows "Not you?" below it.
 */
export function ConsentQuestion({ user, game, organization, onConsent }: ConsentQuestionProps) {
  const name = user === undefined ? "" : nameOf(user);
  if (user?.loginType === "QRCODE") {
    return (
      <>
        <PageHeading intro={game}>{m["gameLogin.askChild"]()}</PageHeading>
        <GamePicture state="arrived" />
        <AnswerButton size="large" wide onClick={onConsent}>
          {m["gameLogin.askChildOpen"]()}
        </AnswerButton>
        <p>{m["gameLogin.askChildNotMine"]()}</p>
      </>
    );
  }
  return (
    <>
      <PageHeading>{m["gameLogin.askTitle"]({ game })}</PageHeading>
      <GamePicture state="arrived" />
      <p className={styles["question"]}>
        <Breakable text={m["gameLogin.askWho"]({ name })} />
        <br />
        <Breakable text={m["games.inOrganization"]({ organization })} />
      </p>
      <AnswerButton size="large" wide onClick={onConsent}>
        <Breakable text={m["gameLogin.askOpen"]({ name })} />
      </AnswerButton>
      <p>{m["gameLogin.askNotMine"]()}</p>
    </>
  );
}
