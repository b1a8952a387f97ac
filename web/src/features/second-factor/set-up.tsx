import { m } from "@storyport/texts/messages";
import type { SessionUser } from "@storyport/contract/login";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { DeedFailure } from "#/features/login/deed-failure.tsx";
import { QrPicture } from "#/shell/qr-picture.tsx";
import { Button } from "#/ui/button.tsx";
import { BackupCodes, CopyButton } from "./backup-codes.tsx";
import { CodeForm } from "./code-form.tsx";
import styles from "./second-factor.module.css";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";
import { useSetUp } from "./use-set-up.ts";
import type { Begun } from "./use-set-up.ts";

interface SetUpProps {
  /** One below the heading of the part it stands in. */
  heading: "h2" | "h3";
  /** What stands before it is begun. */
  children: ReactNode;
  done: string;
  /** `user` is who is logged in by this, where the factor had to be enrolled before anything else. */
  onDone: (user: SessionUser | undefined) => void;
}

/** The steps of enrolling: take the secret into an app, prove it with a code, keep the backup codes. */
export function SetUp({ heading: Heading, children, done, onDone }: SetUpProps) {
  const { step, deed, begin, confirm, cancel } = useSetUp();
  const failure = deed.failure !== undefined && !isAboutCode(deed.failure) && (
    <DeedFailure failure={deed.failure} texts={secondFactorTexts} />
  );
  if (step.is === "confirmed") {
    return <BackupCodes heading={Heading} codes={step.backupCodes} done={done} onKept={() => onDone(step.user)} />;
  }
  if (step.is === "begun") {
    return (
      <ol className={styles["steps"]}>
        <SecretStep heading={Heading} begun={step} />
        <li className={styles["step"]}>
          <Heading>{m["secondFactor.stepCode"]()}</Heading>
          {failure}
          <CodeForm kind="app" button={{ children: m["secondFactor.confirm"]() }} deed={deed} onSubmit={confirm}>
            <Button variant="quiet" onClick={cancel}>
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
      <Button pending={deed.isBusy} pendingText={m["app.waiting"]()} onClick={begin}>
        {m["secondFactor.setUp"]()}
      </Button>
    </>
  );
}

/** The secret as a picture for a camera, as letters for typing, and as a link for the telephone one holds in the hand. */
function SecretStep({ heading: Heading, begun: { secret, otpAuthUrl } }: { heading: "h2" | "h3"; begun: Begun }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <li className={styles["step"]}>
      <Heading ref={title} tabIndex={-1}>
        {m["secondFactor.stepScan"]()}
      </Heading>
      <p>{m["secondFactor.stepScanExplanation"]()}</p>
      <div className={styles["secret"]}>
        <div className={styles["picture"]}>
          <QrPicture text={otpAuthUrl} label={m["secondFactor.qrLabel"]()} />
        </div>
        <div className={styles["typed"]}>
          <p>{m["secondFactor.typeInstead"]()}</p>
          <code className={styles["groups"]}>
            {groups.map((group, index) => (
              // Groups never change places.
              <span key={`${index}${group}`}>{group} </span>
            ))}
          </code>
          <CopyButton text={secret} />
          <a href={otpAuthUrl} className={styles["back"]}>
            {m["secondFactor.openApp"]()}
          </a>
        </div>
      </div>
    </li>
  );
}
