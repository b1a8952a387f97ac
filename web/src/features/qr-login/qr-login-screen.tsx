import type { LoginState } from "@storyport/contract/login-state";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { failureText } from "#/api/failure-text.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import { BadgePicture } from "./badge-picture.tsx";
import { BadgeQuestion } from "./badge-question.tsx";
import { GreetingPanel } from "./greeting-panel.tsx";
import styles from "./qr-login.module.css";
import { useBadgeLogin } from "./use-badge-login.ts";
import type { BadgeLoginFailed } from "./use-badge-login.ts";

/** Logs the student of a scanned badge in, or says why not and what to do (specification, section 2, /login/qr). */
export function QrLoginScreen({ given, asksFirst }: { given: LoginState; asksFirst: boolean }) {
  const { greeting, failure, isAsking, tryAgain, confirm } = useBadgeLogin(given, asksFirst);
  if (greeting !== undefined) return <GreetingPanel greeting={greeting} />;
  if (isAsking) return <BadgeQuestion onYes={confirm} takesFocus={!asksFirst} />;
  if (failure !== undefined) return <BadgeFailure failure={failure} onTryAgain={tryAgain} />;
  return (
    <>
      <PageHeading>{m["qrLogin.title"]()}</PageHeading>
      <BadgePicture mood="waiting" />
      <Pending large>{m["app.waiting"]()}</Pending>
      <noscript>
        <p>{m["qrLogin.needsScript"]()}</p>
        <a href="/login/code">{m["qrLogin.haveCode"]()}</a>
      </noscript>
    </>
  );
}

interface BadgeFailureProps {
  failure: BadgeLoginFailed;
  onTryAgain: () => void;
}

function BadgeFailure({ failure, onTryAgain }: BadgeFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [failure]);
  const isDead = failure.code === "errors.qrLoginUrlInValid";
  return (
    <>
      <PageHeading>{m["child.ohNo"]()}</PageHeading>
      <BadgePicture mood="sad" />
      <Notice ref={box} tone="error" title={isDead ? m["child.badgeDead"]() : m["child.waitALittle"]()}>
        {failureText({ status: 0, statusText: "", ...failure }, badgeTexts)}
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
        <a href="/login" className={buttonClass("quiet")}>
          {m["child.back"]()}
        </a>
      </Stack>
    </>
  );
}

const badgeTexts = { "errors.qrLoginUrlInValid": () => m["errors.qrLoginUrlInValid"]() };
