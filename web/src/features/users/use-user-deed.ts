import * as contract from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Call } from "#/api/call.ts";
import { useDeed } from "#/api/use-deed.ts";
import { usePortal } from "#/shell/portal.ts";
import type { Deed } from "./deeds.ts";

/** Runs one action at a time on an account, and fetches the account again after it. */
export function useUserDeed({ id }: UserDetails) {
  const { call } = usePortal();
  const queries = useQueryClient();
  const { isBusy, failure, act, forget } = useDeed();
  const [asked, setAsked] = useState<Deed>();
  const [done, setDone] = useState<Deed>();

  const ask = (deed: Deed | undefined) => {
    setAsked(deed);
    forget();
    if (deed !== undefined) setDone(undefined);
  };
  const work = async (deed: Deed) => {
    try {
      await calls[deed.key](call, id);
      ask(undefined);
      setDone(deed);
    } finally {
      // After a refusal too, because the shown data may be outdated.
      await queries.invalidateQueries({ queryKey: [contract.getUser.name] });
    }
  };
  return { asked, ask, act: (deed: Deed) => act(() => work(deed)), isBusy, failure, done };
}

const calls: Record<Deed["key"], (call: Call, userId: string) => Promise<unknown>> = {
  activate: (call, userId) => call(contract.activateUser, { params: { userId }, body: {} }),
  deactivate: (call, userId) => call(contract.deactivateUser, { params: { userId }, body: {} }),
  reactivate: (call, userId) => call(contract.reactivateUser, { params: { userId }, body: {} }),
  sendLink: (call, userId) => call(contract.sendUserLink, { params: { userId }, body: {} }),
  confirmEmail: (call, userId) => call(contract.confirmEmailProposal, { params: { userId }, body: {} }),
  cancelEmail: (call, userId) => call(contract.cancelEmailProposal, { params: { userId }, body: {} }),
  endSessions: (call, userId) => call(contract.endUserSessions, { params: { userId }, body: {} }),
  resetSecondFactor: (call, userId) => call(contract.resetUserSecondFactor, { params: { userId }, body: {} }),
  delete: (call, userId) => call(contract.deleteUserByAdmin, { params: { userId } }),
};
