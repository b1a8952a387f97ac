import { endpointUrl } from "@storyport/contract/endpoint";
import { spellOneTimeCode } from "@storyport/contract/one-time-code";
import { logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { failureText } from "#/api/failure-text.ts";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { GreetingPanel } from "./greeting-panel.tsx";
import styles from "./qr-login.module.css";
import { useForgetFormerChild, useStudentLogin } from "./use-student-login.ts";

type CodeFailed = Pick<Failure, "code" | "message">;
type Progress = { is: "idle" | "submitting" } | { is: "failed"; failure: CodeFailed };

/**
 * "I have a code": a large field for the teacher's code, which is formatted while typed. A native form, so it works before its script runs.
 */
export function OneTimeCodeScreen({ error }: { error?: string | undefined }) {
  const failure = error === undefined ? undefined : failureOfCode(error);
  const { call } = usePortal();
  const { greeting, welcome } = useStudentLogin();
  const forgetFormerChild = useForgetFormerChild();
  const [progress, setProgress] = useState<Progress>(failure === undefined ? { is: "idle" } : { is: "failed", failure });

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (progress.is === "submitting") return;
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    setProgress({ is: "submitting" });
    try {
      welcome(await call(logInWithOneTimeCode, { body: { code } }), {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure.code === "errors.oneTimeCodeInvalid") forgetFormerChild();
      setProgress({ is: "failed", failure: error.failure });
    }
  };

  if (greeting !== undefined) return <GreetingPanel greeting={greeting} />;
  return (
    <>
      <PageHeading>{m["qrLogin.haveCode"]()}</PageHeading>
      <Stack as="form" method="post" action={endpointUrl(logInWithOneTimeCode)} noValidate onSubmit={(event) => void handleSubmit(event)}>
        {progress.is === "failed" && <CodeFailure failure={progress.failure} />}
        <TextField
          label={m["qrLogin.code"]()}
          hint={m["qrLogin.codeHint"]()}
          id="code"
          name="code"
          className={styles["code"]}
          maxLength={16}
          onChange={({ currentTarget }) => formWhileTyped(currentTarget)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
        />
        <Button type="submit" size="large" wide pending={progress.is === "submitting"} pendingText={m["login.pending"]()}>
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
function formWhileTyped(field: HTMLInputElement): void {
  if (field.selectionEnd !== field.value.length) return;
  const formed = spellOneTimeCode(field.value);
  if (formed !== field.value) field.value = formed;
}

function CodeFailure({ failure }: { failure: CodeFailed }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [failure]);
  return (
    <Notice ref={box} tone="error">
      {Object.hasOwn(codeTexts, failure.code)
        ? failureText({ status: 0, statusText: "", ...failure }, codeTexts)
        : m["child.waitALittle"]()}
    </Notice>
  );
}

const codeTexts = {
  "errors.oneTimeCodeInvalid": () => m["errors.oneTimeCodeInvalid"](),
  "errors.invalidInput": () => m["errors.oneTimeCodeInvalid"](),
};
