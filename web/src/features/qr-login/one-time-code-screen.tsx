import { endpointUrl } from "@storyport/contract/endpoint";
import { readOneTimeCode, spellOneTimeCode } from "@storyport/contract/one-time-code";
import { logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { BadgePicture } from "./badge-picture.tsx";
import { GreetingPanel } from "./greeting-panel.tsx";
import styles from "./qr-login.module.css";
import { useForgetFormerChild, useStudentLogin } from "./use-student-login.ts";

/**
 * "I have a code": a large field for the teacher's code, which is formatted while typed. What cannot be a code is not sent. The login leads to
 * the game that waits, else to the child's games. If another user was logged in here, the child confirms the name first (`GreetingPanel`). A
 * native form, so it works before its script runs. The child then confirms no name.
 */
export function OneTimeCodeScreen({ error }: { error?: string | undefined }) {
  const { call } = usePortal();
  const { greeting, welcome } = useStudentLogin();
  const forgetFormerChild = useForgetFormerChild();
  const field = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const { isBusy, failure, act, forget } = useAction(error === undefined ? {} : { failure: failureOfCode(error) });

  const logIn = async (code: string) => {
    try {
      await welcome(await call(logInWithOneTimeCode, { body: { code } }), {});
    } catch (reason) {
      if (reason instanceof ApiError) forgetFormerChild(reason.failure);
      throw reason;
    }
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    const isCode = readOneTimeCode(code) !== undefined;
    setIsIncomplete(!isCode);
    if (isCode) return void act(() => logIn(code));
    forget();
    field.current?.focus();
  };

  if (greeting !== undefined) return <GreetingPanel greeting={greeting} />;
  return (
    <>
      <ChildHeading says={[m["qrLogin.codeHint"]()]}>{m["qrLogin.haveCode"]()}</ChildHeading>
      <BadgePicture state="code" />
      <Stack as="form" method="post" action={endpointUrl(logInWithOneTimeCode)} noValidate onSubmit={handleSubmit}>
        {failure !== undefined && <CodeFailure failure={failure} />}
        <TextField
          label={m["qrLogin.code"]()}
          hint={m["qrLogin.codeHint"]()}
          error={isIncomplete ? m["qrLogin.codeIncomplete"]() : undefined}
          ref={field}
          id="code"
          name="code"
          className={styles["code"]}
          // Room for spaces and hyphens, which users type between the parts.
          maxLength={16}
          onChange={({ currentTarget }) => formatWhileTyped(currentTarget)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
        />
        <Button type="submit" size="large" wide pending={isBusy} pendingText={m["login.pending"]()}>
          {m["qrLogin.go"]()}
        </Button>
      </Stack>
      <a href="/login" className={buttonClass("quiet")}>
        {m["child.back"]()}
      </a>
    </>
  );
}

/** Formats only while the caret is at the end, so that a correction in the middle keeps its caret. */
function formatWhileTyped(field: HTMLInputElement): void {
  if (field.selectionEnd !== field.value.length) return;
  const formatted = spellOneTimeCode(field.value);
  if (formatted !== field.value) field.value = formatted;
}

function CodeFailure({ failure }: { failure: Failure }) {
  return (
    <Notice takesFocus={failure} tone="error">
      {Object.hasOwn(codeTexts, failure.code) ? failureText(failure, codeTexts) : m["child.waitALittle"]()}
    </Notice>
  );
}

const codeTexts = {
  "errors.oneTimeCodeInvalid": () => m["errors.oneTimeCodeInvalid"](),
  "errors.invalidInput": () => m["errors.oneTimeCodeInvalid"](),
};
