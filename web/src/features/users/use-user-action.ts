import * as contract from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { useState } from "react";
import type { Call } from "#/api/call.ts";
import { useAction } from "#/api/use-action.ts";
import { useRefresh } from "#/api/use-endpoint.ts";
import { usePortal } from "#/shell/portal.ts";
import type { UserAction } from "./actions.ts";

/** Runs one action at a time on an account. */
export function useUserAction({ id }: UserDetails) {
  const { call } = usePortal();
  const refresh = useRefresh();
  const { isBusy, failure, act, forget } = useAction();
  const [chosen, setChosen] = useState<UserAction>();
  const [done, setDone] = useState<UserAction>();

  const ask = (action: UserAction | undefined) => {
    // After a refusal the shown account may be outdated.
    if (failure !== undefined) refresh();
    setChosen(action);
    forget();
    if (action !== undefined) setDone(undefined);
  };
  const work = async (action: UserAction) => {
    await calls[action.key](call, id);
    setChosen(undefined);
    setDone(action);
  };
  return { chosen, ask, act: (action: UserAction) => act(() => work(action)), isBusy, failure, done };
}

const calls: Record<UserAction["key"], (call: Call, userId: string) => Promise<unknown>> = {
  activate: (call, userId) => call(contract.activateUser, { params: { userId }, body: {} }),
  deactivate: (call, userId) => call(contract.deactivateUser, { params: { userId }, body: {} }),
  reactivate: (call, userId) => call(contract.reactivateUser, { params: { userId }, body: {} }),
  sendLink: (call, userId) => call(contract.sendUserLink, { params: { userId }, body: {} }),
  confirmEmail: (call, userId) => call(contract.confirmEmailProposal, { params: { userId }, body: {} }),
  cancelEmail: (call, userId) => call(contract.cancelEmailProposal, { params: { userId }, body: {} }),
  endSessions: (call, userId) => call(contract.endUserSessions, { params: { userId }, body: {} }),
  resetPasskeys: (call, userId) => call(contract.resetUserPasskeys, { params: { userId }, body: {} }),
  resetSecondFactor: (call, userId) => call(contract.resetUserSecondFactor, { params: { userId }, body: {} }),
  delete: (call, userId) => call(contract.deleteUserByAdmin, { params: { userId } }),
};
