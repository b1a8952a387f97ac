import type { SessionUser } from "@storyport/contract/login";
import { confirmSecondFactor, enrolSecondFactor } from "@storyport/contract/second-factor";
import { useState } from "react";
import { useDeed } from "#/api/use-deed.ts";
import type { Deed } from "#/api/use-deed.ts";
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
  deed: Deed;
  begin: () => void;
  confirm: (code: string) => void;
  cancel: () => void;
}

/** Nothing changes until a code of the new secret is confirmed, so leaving before that needs no cleanup. */
export function useSetUp(onConfirmed: (confirmed: Confirmed) => void): SettingUp {
  const { call } = usePortal();
  const deed = useDeed();
  const [step, setStep] = useState<Step>({ is: "before" });
  const begin = async () => setStep({ is: "begun", ...(await call(enrolSecondFactor, { body: {} })) });
  const confirm = async (code: string) => {
    const { backupCodes, user } = await call(confirmSecondFactor, { body: { code } });
    setStep({ is: "before" });
    onConfirmed({ backupCodes, user });
  };
  return {
    step,
    deed,
    begin: () => void deed.act(begin),
    confirm: (code) => void deed.act(() => confirm(code)),
    cancel: () => {
      deed.forget();
      setStep({ is: "before" });
    },
  };
}
