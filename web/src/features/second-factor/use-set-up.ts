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

/** What a confirmed factor brings: the codes to keep, and who is logged in by it where it had to be enrolled before anything else. */
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

/** Nothing changes until a code of the new secret is confirmed; whoever leaves before that has nothing to undo. */
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
