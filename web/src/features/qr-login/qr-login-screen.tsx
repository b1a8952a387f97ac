import type { LoginState } from "@storyport/contract/login-state";
import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { failureText, hasText } from "#/api/failure-text.ts";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { Notice } from "#/ui/notice.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import { BadgeNeedsScript } from "./badge-needs-script.tsx";
import { BadgePicture } from "./badge-picture.tsx";
import { BadgeQuestion } from "./badge-question.tsx";
import { GreetingPanel } from "./greeting-panel.tsx";
import styles from "./qr-login.module.css";
import { useBadgeLogin } from "./use-badge-login.ts";

interface QrLoginScreenProps {
  given: LoginState;
  /** Another site led here, so the user has to confirm (DESIGN A28). */
  asksFirst: boolean;
  /** Set on the page with the camera, which then needs no second permission. */
  onScanAgain?: () => void;
}

/** Logs the student of a scanned badge in, or says why not and what to do (specification, section 2, /login/qr). */
export function QrLoginScreen({ given, asksFirst, onScanAgain }: QrLoginScreenProps) {
  const { greeting, failure, isAsking, tryAgain, confirm } = useBadgeLogin(given, asksFirst);
  if (greeting !== undefined) return <GreetingPanel greeting={greeting} />;
  // A question that opens after the page did takes the focus.
  if (isAsking) return <BadgeQuestion onYes={confirm} takesFocus={!asksFirst} />;
  if (failure !== undefined) return <BadgeFailure failure={failure} onTryAgain={tryAgain} onScanAgain={onScanAgain} />;
  return (
    <>
      <ChildHeading says={[m["app.waiting"]()]}>{m["qrLogin.title"]()}</ChildHeading>
      <BadgePicture state="wait" />
      <Pending large>{m["app.waiting"]()}</Pending>
      {/* Without a link that loads the page again: if only the screen's script is missing, the badge's code has left the address. */}
      <BadgeNeedsScript />
    </>
  );
}

interface BadgeFailureProps {
  failure: Failure;
  onTryAgain: () => void;
  onScanAgain: (() => void) | undefined;
}

/** A failure without a text of its own shows that the link was not valid (specification, 2.36). Only a dead badge has no "Try again". */
function BadgeFailure({ failure, onTryAgain, onScanAgain }: BadgeFailureProps) {
  const isDead = failure.code === "errors.qrLoginUrlInValid";
  const says = isDead ? m["child.badgeDead"]() : m["child.waitALittle"]();
  return (
    <>
      <ChildHeading says={[says]}>{m["child.ohNo"]()}</ChildHeading>
      <BadgePicture state={isDead ? "dead" : "wait"} />
      <Notice takesFocus={failure} tone="error" title={says}>
        {hasText(failure, badgeTexts) ? failureText(failure, badgeTexts) : m["errors.qrLoginUrlInValid"]()}
      </Notice>
      <Stack>
        {!isDead && (
          <Button size="large" wide onClick={onTryAgain}>
            {m["app.tryAgain"]()}
          </Button>
        )}
        <a href="/login/code" className={classes(buttonClass(isDead ? "primary" : "secondary", "large"), styles["wide"])}>
          {m["qrLogin.haveCode"]()}
        </a>
        {onScanAgain === undefined ? (
          <a href="/login/scan" className={classes(buttonClass("secondary", "large"), styles["wide"])}>
            {m["qrLogin.scanAgain"]()}
          </a>
        ) : (
          <Button variant="secondary" size="large" wide onClick={onScanAgain}>
            {m["qrLogin.scanAgain"]()}
          </Button>
        )}
        <a href="/login" className={buttonClass("quiet")}>
          {m["child.back"]()}
        </a>
      </Stack>
    </>
  );
}

const badgeTexts = { "errors.qrLoginUrlInValid": () => m["errors.qrLoginUrlInValid"]() };
