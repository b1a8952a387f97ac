import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { QrPicture } from "#/shell/qr-picture.tsx";
import { Button } from "#/ui/button.tsx";
import { CopyButton } from "./backup-codes.tsx";
import { CodeForm } from "./code-form.tsx";
import styles from "./second-factor.module.css";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";
import { useSetUp } from "./use-set-up.ts";
import type { Begun, Confirmed } from "./use-set-up.ts";

interface SetUpProps {
  /** One level below the heading of the part that contains it. */
  heading: "h2" | "h3";
  /** Shown before the setup begins. */
  children: ReactNode;
  /** The parent shows the backup codes, so that a refetch here cannot remove them. */
  onConfirmed: (confirmed: Confirmed) => void;
}

/** The first steps of enrolling: add the secret to an app, and prove it with a code. */
export function SetUp({ heading: Heading, children, onConfirmed }: SetUpProps) {
  const { step, submission, begin, confirm, cancel } = useSetUp(onConfirmed);
  const button = useRef<HTMLButtonElement>(null);
  const failure = submission.failure !== undefined && !isAboutCode(submission.failure) && (
    <ActionFailure failure={submission.failure} texts={secondFactorTexts} />
  );
  if (step.is === "begun") {
    return (
      <ol className={styles["steps"]}>
        <SecretStep heading={Heading} begun={step} />
        <li className={styles["step"]}>
          <Heading>{m["secondFactor.stepCode"]()}</Heading>
          {failure}
          <CodeForm kind="app" button={{ children: m["secondFactor.confirm"]() }} submission={submission} onSubmit={confirm}>
            <Button variant="quiet" onClick={() => focusOnceDrawn(cancel, () => button.current)}>
              {m["secondFactor.cancel"]()}
            </Button>
          </CodeForm>
        </li>
      </ol>
    );
  }
  return (
    <>
      {children}
      {failure}
      <Button ref={button} pending={submission.isBusy} pendingText={m["app.waiting"]()} onClick={begin}>
        {m["secondFactor.setUp"]()}
      </Button>
    </>
  );
}

/** The secret as a picture for a camera, as text for typing, and as a link for the phone itself. */
function SecretStep({ heading: Heading, begun: { secret, otpAuthUrl } }: { heading: "h2" | "h3"; begun: Begun }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so the heading takes the focus.
  useEffect(() => title.current?.focus(), []);
  // Groups of four are easier to type.
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <li className={styles["step"]}>
      <Heading ref={title} tabIndex={-1}>
        {m["secondFactor.stepScan"]()}
      </Heading>
      <p>{m["secondFactor.stepScanExplanation"]()}</p>
      <div className={styles["secret"]}>
        <div className={styles["picture"]}>
          <QrPicture text={otpAuthUrl} label={m["secondFactor.qrLabel"]()} atLeast={200} />
        </div>
        <div className={styles["typed"]}>
          <p>{m["secondFactor.typeInstead"]()}</p>
          <code className={styles["groups"]}>
            {groups.map((group, index) => (
              // An index as key is safe: the groups never change.
              <span key={`${index}${group}`}>{group} </span>
            ))}
          </code>
          <CopyButton text={secret} />
          <a href={otpAuthUrl} className={styles["openApp"]}>
            {m["secondFactor.openApp"]()}
          </a>
        </div>
      </div>
    </li>
  );
}
