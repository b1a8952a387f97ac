import * as contract from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Call } from "#/api/call.ts";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import type { UserAction } from "./actions.ts";

/** Runs one action at a time on an account, and fetches the account again after it. */
export function useUserAction({ id }: UserDetails) {
  const { call } = usePortal();
  const queries = useQueryClient();
  const { isBusy, failure, act, forget } = useAction();
  const [asked, setAsked] = useState<UserAction>();
  const [done, setDone] = useState<UserAction>();

  const ask = (action: UserAction | undefined) => {
    setAsked(action);
    forget();
    if (action !== undefined) setDone(undefined);
  };
  const work = async (action: UserAction) => {
    try {
      await calls[action.key](call, id);
      ask(undefined);
      setDone(action);
    } finally {
      // After a refusal too, because the shown data may be outdated.
      await queries.invalidateQueries({ queryKey: [contract.getUser.name] });
    }
  };
  return { asked, ask, act: (action: UserAction) => act(() => work(action)), isBusy, failure, done };
}

const calls: Record<UserAction["key"], (call: Call, userId: string) => Promise<unknown>> = {
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
