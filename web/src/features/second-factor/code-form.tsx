import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import type { Failure } from "#/api/api-error.ts";
import type { Deed } from "#/api/use-deed.ts";
import { Button } from "#/ui/button.tsx";
import type { ButtonProps } from "#/ui/button.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import type { TextFieldProps } from "#/ui/text-field.tsx";
import styles from "./second-factor.module.css";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";

/** `app`: the six digits an authenticator app shows. `backup`: one of the ten. `either`: the server finds out which. */
export type CodeKind = "app" | "backup" | "either";

export interface CodeFormProps {
  kind: CodeKind;
  button: Pick<ButtonProps, "variant" | "size" | "wide" | "children">;
  deed: Pick<Deed, "isBusy" | "failure">;
  /** Where the browser sends the form while no script runs. */
  action?: string;
  /** Stands beside the button. */
  children?: ReactNode;
  onSubmit: (code: string) => void;
}

/** One field for one code. What a telephone or a paper gives is pasted as it is: the server forgives spaces, hyphens and case. */
export function CodeForm({ kind, button, deed, action, children, onSubmit }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  const fault = isEmpty ? m["secondFactor.codeRequired"]() : faultOf(deed.failure);
  useEffect(() => {
    if (deed.failure !== undefined && isAboutCode(deed.failure)) field.current?.select();
  }, [deed.failure]);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (deed.isBusy) return;
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
        // Someone who has come here, or pressed for this form, has come to type this.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <Row>
        <Button type="submit" {...button} pending={deed.isBusy} pendingText={m["app.waiting"]()} />
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

const fields: Record<CodeKind, () => CodeField> = {
  app: () => ({
    label: m["secondFactor.appCode"](),
    hint: m["secondFactor.appCodeHint"](),
    inputMode: "numeric",
    autoComplete: "one-time-code",
    // Room for the space that many apps copy along, and for a backup code typed here: it is taken too.
    maxLength: 20,
  }),
  backup: () => ({
    label: m["secondFactor.backupCode"](),
    hint: m["secondFactor.backupCodeHint"](),
    autoComplete: "off",
    autoCapitalize: "characters",
    maxLength: 20,
  }),
  either: () => ({
    label: m["secondFactor.eitherCode"](),
    hint: m["secondFactor.eitherCodeHint"](),
    autoComplete: "one-time-code",
    autoCapitalize: "characters",
    maxLength: 20,
  }),
};
