import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import type { Failure } from "#/api/api-error.ts";
import type { Action } from "#/api/use-action.ts";
import { Button } from "#/ui/button.tsx";
import type { ButtonProps } from "#/ui/button.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import type { TextFieldProps } from "#/ui/text-field.tsx";
import styles from "./second-factor.module.css";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";

/** `app`: six digits of an authenticator app. `backup`: one of the ten codes. `either`: the server accepts both. */
export type CodeKind = "app" | "backup" | "either";

export interface CodeFormProps {
  kind: CodeKind;
  button: Pick<ButtonProps, "variant" | "size" | "wide" | "children">;
  /** The field shows a failure about the code. The caller shows any other failure. */
  submission: Pick<Action, "isBusy" | "failure">;
  /** The form's target while no script runs. */
  action?: string;
  /** Shown beside the button. */
  children?: ReactNode;
  onSubmit: (code: string) => void;
}

/** One field for one code. Users paste codes as they are: the server ignores spaces, hyphens and case. */
export function CodeForm({ kind, button, submission, action, children, onSubmit }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  const fault = isEmpty ? m["secondFactor.codeRequired"]() : faultOf(submission.failure);
  // `select` also focuses the field, so the next key replaces the wrong code.
  useEffect(() => {
    if (submission.failure !== undefined && isAboutCode(submission.failure)) field.current?.select();
  }, [submission.failure]);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submission.isBusy) return;
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    setIsEmpty(code === "");
    if (code === "") field.current?.focus();
    else onSubmit(code);
  };

  const { label, hint, ...input } = fields[kind]();
  return (
    <Stack as="form" method="post" action={action} noValidate onSubmit={handleSubmit}>
      <TextField
        {...input}
        label={label}
        hint={hint}
        error={fault}
        ref={field}
        id={`second-factor-${kind}`}
        name="code"
        className={styles["code"]}
        // The user opened this form to type a code.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <Row>
        <Button type="submit" {...button} pending={submission.isBusy} pendingText={m["app.waiting"]()} />
        {children}
      </Row>
    </Stack>
  );
}

function faultOf(failure: Failure | undefined): string | undefined {
  return failure !== undefined && isAboutCode(failure) ? secondFactorTexts[failure.code]?.() : undefined;
}

type CodeField = Required<Pick<TextFieldProps, "label" | "hint">> &
  Pick<TextFieldProps, "inputMode" | "autoComplete" | "autoCapitalize" | "maxLength">;

/** Room for a backup code and for spaces that are copied with it. At a login the server takes it from the field for the app's code too. */
const maxLength = 20;

const fields: Record<CodeKind, () => CodeField> = {
  app: () => ({
    label: m["secondFactor.appCode"](),
    hint: m["secondFactor.appCodeHint"](),
    inputMode: "numeric",
    autoComplete: "one-time-code",
    maxLength,
  }),
  backup: () => ({
    label: m["secondFactor.backupCode"](),
    hint: m["secondFactor.backupCodeHint"](),
    autoComplete: "off",
    autoCapitalize: "characters",
    maxLength,
  }),
  either: () => ({
    label: m["secondFactor.eitherCode"](),
    hint: m["secondFactor.eitherCodeHint"](),
    autoComplete: "one-time-code",
    autoCapitalize: "characters",
    maxLength,
  }),
};
