import type { WaysToConfirm } from "@storyport/contract/login";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import type { Failure } from "#/api/api-error.ts";
import { useUser } from "#/shell/portal.ts";
import { PasswordField } from "#/ui/password-field.tsx";
import { TextField } from "#/ui/text-field.tsx";

type Faults = { password?: string; code?: string };

/** Returns what to say at the fields. */
export function faultsOf({ code, errors }: Failure, ways: WaysToConfirm): Faults {
  if (code === "errors.secondFactorInvalid" && ways.code) return { code: m["errors.secondFactorInvalid"]() };
  if (!ways.password) return {};
  if (code === "errors.passwordWrong") return { password: m["errors.passwordWrong"]() };
  const isEmpty = errors?.some((each) => each.code === "errors.emailAndPasswordRequired") ?? false;
  if (isEmpty) return { password: m["confirmations.passwordRequired"]() };
  // A password of another length cannot be right.
  return errors?.some(({ field }) => field === "password") === true ? { password: m["errors.passwordWrong"]() } : {};
}

interface ConfirmFieldsProps {
  ways: WaysToConfirm;
  failure: Failure | undefined;
}

/** After a refusal the field with the fault gets the focus. */
export function ConfirmFields({ ways, failure }: ConfirmFieldsProps) {
  const { email } = useUser();
  const fields = useRef<HTMLDivElement>(null);
  const faults = failure === undefined ? {} : faultsOf(failure, ways);
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
            // The user is asked for nothing else here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
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
          maxLength={20}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- It is the only field.
          autoFocus={!ways.password}
          required
        />
      )}
    </div>
  );
}
