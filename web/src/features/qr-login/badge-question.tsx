import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { nameOf } from "#/features/game-login/who-is-playing.tsx";
import { usePortal } from "#/shell/portal.ts";
import { AnswerButton } from "#/ui/answer-button.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { classes } from "#/ui/classes.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { BadgePicture } from "./badge-picture.tsx";
import styles from "./qr-login.module.css";

/**
 * Asks before a badge logs in if another site led here, or if another user is logged in. A link must not log a child in as another person
 * (DESIGN A28).
 */
export function BadgeQuestion({ onYes, takesFocus }: { onYes: () => void; takesFocus: boolean }) {
  const { visitor } = usePortal();
  useEffect(() => {
    if (takesFocus) document.querySelector<HTMLElement>("main h1")?.focus();
  }, [takesFocus]);
  const question = visitor.is === "known" ? m["qrLogin.askOther"]({ name: nameOf(visitor.user) }) : m["qrLogin.askAny"]();
  return (
    <>
      <PageHeading intro={<Breakable text={question} />}>{m["qrLogin.askTitle"]()}</PageHeading>
      <BadgePicture mood="waiting" />
      <Stack>
        <AnswerButton size="large" wide onClick={onYes}>
          {m["qrLogin.askYes"]()}
        </AnswerButton>
        <a href="/" className={classes(buttonClass("secondary", "large"), styles["wide"])}>
          {m["qrLogin.askNo"]()}
        </a>
      </Stack>
      <noscript>
        <p>{m["qrLogin.needsScript"]()}</p>
        <a href="/login/code">{m["qrLogin.haveCode"]()}</a>
      </noscript>
    </>
  );
}
