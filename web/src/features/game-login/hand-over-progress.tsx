import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { useEffect, useState } from "react";
import { ConfirmQuestion } from "#/features/confirmations/confirm-question.tsx";
import { createConfirmation } from "#/features/confirmations/confirmation.ts";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button, LinkButton } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { ConsentQuestion } from "./consent-question.tsx";
import { GamePicture } from "./game-picture.tsx";
import { HandOverFailure } from "./hand-over-failure.tsx";
import type { HandOverStep, HandOverTask } from "./hand-over.ts";
import { useHandOver } from "./use-hand-over.ts";
import type { HandOverControls } from "./use-hand-over.ts";

interface HandOverProgressProps {
  task: HandOverTask;
  /** Undefined without a login: a child's session ends with its hand-over. */
  user: SessionUser | undefined;
}

/**
 * Shows one hand-over from "Redirecting..." to its end. A game may demand a more recent login. Then the page asks for a confirmation over
 * everything else, and goes on with the same request.
 */
export function HandOverProgress({ task, user }: HandOverProgressProps) {
  const { call, loginState, currentChoice } = usePortal();
  const [confirmation] = useState(() => createConfirmation(call));
  const controls = useHandOver(task, { call: confirmation.call, loginState, currentChoice });
  const { step } = controls;
  useEffect(() => announce(step), [step]);
  return (
    <>
      <CurrentStep task={task} user={user} controls={controls} />
      <ConfirmQuestion confirmation={confirmation} />
    </>
  );
}

/** "Open the game" is a real link as soon as the address is known. */
function CurrentStep({ task, user, controls }: HandOverProgressProps & { controls: HandOverControls }) {
  const { step, tryAgain, consent, watchAgain } = controls;
  const { isChild } = task;
  // The first code has ended a child's session, so a second cannot be requested.
  const mayAskAgain = user !== undefined && !isChild;

  switch (step.step) {
    case "asking":
    case "waiting":
      return (
        <>
          <Heading says={m["gameLogin.redirecting"]()} child={isChild ? m["child.going"]() : undefined}>
            {m["gameLogin.title"]()}
          </Heading>
          <GamePicture state="sailing" />
          <Pending large>{m["gameLogin.redirecting"]()}</Pending>
          {step.step === "waiting" && <OpenGame href={step.openGame} onOpen={watchAgain} />}
        </>
      );
    case "consent":
      return <ConsentQuestion user={user} game={step.game} organization={step.organization} onConsent={consent} />;
    case "absent":
      return (
        <>
          <Heading says={m["child.tap"]()} child={isChild ? m["gameLogin.absentTitle"]() : undefined}>
            {m["gameLogin.absentTitle"]()}
          </Heading>
          <GamePicture state="adrift" />
          <Notice>{isChild ? m["child.tap"]() : m["gameLogin.absentAdvice"]()}</Notice>
          <OpenGame href={step.openGame} onOpen={watchAgain} />
        </>
      );
    case "expired":
      return (
        <>
          <Heading says={m["child.tooLate"]()} child={isChild ? m["child.ohNo"]() : undefined}>
            {m["gameLogin.expiredTitle"]()}
          </Heading>
          <GamePicture state="adrift" />
          <Notice>{isChild ? m["child.tooLate"]() : m["gameLogin.expiredAdvice"]()}</Notice>
          {mayAskAgain && (
            <Button size="large" wide onClick={() => tryAgain()}>
              {m["gameLogin.tryAgain"]()}
            </Button>
          )}
        </>
      );
    case "finished":
      return (
        <>
          <Heading says={m["gameLogin.closePage"]()} child={isChild ? m["child.arrived"]() : undefined}>
            {m["gameLogin.finished"]()}
          </Heading>
          <GamePicture state="arrived" />
          <Notice tone="success">{m["gameLogin.closePage"]()}</Notice>
          <LinkButton variant="secondary" wide href={step.openGame} rel="noreferrer">
            {m["gameLogin.openGame"]()}
          </LinkButton>
        </>
      );
    case "failed":
      return <HandOverFailure isChild={isChild} failure={step.failure} onTryAgain={tryAgain} gameId={task.request.gameId} />;
  }
}

interface HeadingProps {
  children: string;
  /** What a child reads instead of `children`; undefined for other users. */
  child: string | undefined;
  /** What is read aloud to a child after the heading. */
  says: string;
}

function Heading({ children, child, says }: HeadingProps) {
  if (child === undefined) return <PageHeading>{children}</PageHeading>;
  return <ChildHeading says={[says]}>{child}</ChildHeading>;
}

/** Focuses the heading of a question and of each end, so that screen readers announce it. A failure takes the focus itself. */
function announce({ step }: HandOverStep): void {
  if (step === "consent" || step === "finished" || step === "absent" || step === "expired")
    document.querySelector<HTMLElement>("main h1")?.focus();
}

function OpenGame({ href, onOpen }: { href: string; onOpen: () => void }) {
  return (
    <LinkButton size="large" wide href={href} rel="noreferrer" onClick={onOpen}>
      {m["gameLogin.openGame"]()}
    </LinkButton>
  );
}
