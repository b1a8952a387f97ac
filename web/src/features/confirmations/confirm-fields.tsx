import type { WaysToConfirm } from "@storyport/contract/confirmations";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import type { Failure } from "#/api/api-error.ts";
import { useUser } from "#/shell/portal.ts";
import { PasswordField } from "#/ui/password-field.tsx";
import { TextField } from "#/ui/text-field.tsx";

export type ConfirmField = "password" | "code";
type Faults = Partial<Record<ConfirmField, string>>;

/** Returns what to say at the fields after a refusal. */
export function faultsOf({ code, errors }: Failure, ways: WaysToConfirm): Faults {
  if (code === "errors.secondFactorInvalid" && ways.code) return { code: m["errors.secondFactorInvalid"]() };
  if (!ways.password) return {};
  if (code === "errors.passwordWrong") return { password: m["errors.passwordWrong"]() };
  // A password of another length cannot be right.
  return errors?.some(({ field }) => field === "password") === true ? { password: m["errors.passwordWrong"]() } : {};
}

interface ConfirmFieldsProps {
  ways: WaysToConfirm;
  failure: Failure | undefined;
  /** The field that was left empty. Nothing was sent. */
  missing: ConfirmField | undefined;
}

const missingTexts = {
  password: () => m["confirmations.passwordRequired"](),
  code: () => m["secondFactor.codeRequired"](),
} as const;

/** After a refusal the field with the fault gets the focus. */
export function ConfirmFields({ ways, failure, missing }: ConfirmFieldsProps) {
  const { email } = useUser();
  const fields = useRef<HTMLDivElement>(null);
  const refused = failure === undefined ? {} : faultsOf(failure, ways);
  const faults: Faults = missing === undefined ? refused : { [missing]: missingTexts[missing]() };
  useEffect(() => {
    if (failure !== undefined) fields.current?.querySelector<HTMLInputElement>("[aria-invalid]")?.select();
  }, [failure]);

  return (
    <div ref={fields}>
      {ways.password && (
        <>
          {/* Password managers fill in the password of this account. */}
          <input hidden readOnly type="text" name="email" autoComplete="username" value={email ?? ""} />
          <PasswordField
            label={m["login.password"]()}
            error={faults.password}
            id="confirm-password"
            name="password"
            autoComplete="current-password"
            maxLength={limits.password.max}
            required
            showText={m["login.show"]()}
            hideText={m["login.hide"]()}
            showLabel={m["login.showPassword"]()}
            hideLabel={m["login.hidePassword"]()}
          />
        </>
      )}
      {ways.code && (
        <TextField
          label={m["secondFactor.eitherCode"]()}
          hint={m["secondFactor.eitherCodeHint"]()}
          error={faults.code}
          id="confirm-code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          // A backup code has 11 characters. The rest is room for spaces that users paste with it.
          maxLength={20}
          required
        />
      )}
    </div>
  );
}
