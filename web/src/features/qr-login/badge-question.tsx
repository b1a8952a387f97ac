import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { nameOf } from "#/features/game-login/who-is-playing.tsx";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { usePortal } from "#/shell/portal.ts";
import { AnswerButton } from "#/ui/answer-button.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { LinkButton } from "#/ui/button.tsx";
import { Stack } from "#/ui/stack.tsx";
import { BadgeNeedsScript } from "./badge-needs-script.tsx";
import { BadgePicture, CrossSign, Tick } from "./badge-picture.tsx";

/**
 * Asks before a badge logs in if another site led here, or if another user is logged in. A link must not log a child in as another person
 * (DESIGN A28). `takesFocus`: the question replaces another screen, so it is read out.
 */
export function BadgeQuestion({ onYes, takesFocus }: { onYes: () => void; takesFocus: boolean }) {
  const { visitor } = usePortal();
  useEffect(() => {
    if (takesFocus) document.querySelector<HTMLElement>("main h1")?.focus();
  }, [takesFocus]);
  const question = visitor.is === "known" ? m["qrLogin.askOther"]({ name: nameOf(visitor.user) }) : m["qrLogin.askAny"]();
  return (
    <>
      <ChildHeading intro={<Breakable text={question} />} says={[question, m["child.sayYesNo"]()]}>
        {m["qrLogin.askTitle"]()}
      </ChildHeading>
      <BadgePicture state="ask" />
      <Stack>
        <AnswerButton size="large" wide picture={<Tick />} onClick={onYes}>
          {m["qrLogin.askYes"]()}
        </AnswerButton>
        <LinkButton variant="secondary" size="large" wide picture={<CrossSign />} href="/">
          {m["qrLogin.askNo"]()}
        </LinkButton>
      </Stack>
      {/* Without a link that loads the page again: the request would come from our own page, and the question would be gone. */}
      <BadgeNeedsScript />
    </>
  );
}
