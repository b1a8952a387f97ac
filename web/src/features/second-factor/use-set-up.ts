import type { SessionUser } from "@storyport/contract/login";
import { confirmSecondFactor, enrolSecondFactor } from "@storyport/contract/second-factor";
import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";

export interface Begun {
  is: "begun";
  secret: string;
  otpAuthUrl: string;
}

type Step = { is: "before" } | Begun;

/** The result of confirming a factor: the backup codes, and the user if the factor had to be enrolled first. */
export interface Confirmed {
  backupCodes: string[];
  user: SessionUser | undefined;
}

export interface SettingUp {
  step: Step;
  submission: Action;
  begin: () => void;
  confirm: (code: string) => void;
  cancel: () => void;
}

/** Nothing changes until a code of the new secret is confirmed, so leaving before that needs no cleanup. */
export function useSetUp(onConfirmed: (confirmed: Confirmed) => void): SettingUp {
  const { call } = usePortal();
  const submission = useAction();
  const [step, setStep] = useState<Step>({ is: "before" });
  const begin = async () => setStep({ is: "begun", ...(await call(enrolSecondFactor, { body: {} })) });
  const confirm = async (code: string) => {
    const { backupCodes, user } = await call(confirmSecondFactor, { body: { code } });
    setStep({ is: "before" });
    onConfirmed({ backupCodes, user });
  };
  return {
    step,
    submission,
    begin: () => void submission.act(begin),
    confirm: (code) => void submission.act(() => confirm(code)),
    cancel: () => {
      submission.forget();
      setStep({ is: "before" });
    },
  };
}
