import * as contract from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { useState } from "react";
import type { Call } from "#/api/call.ts";
import { useAction } from "#/api/use-action.ts";
import { useRefresh } from "#/api/use-endpoint.ts";
import { usePortal } from "#/shell/portal.ts";
import type { UserAction } from "./actions.ts";

/** Runs one action at a time on an account. */
export function useUserAction(user: UserDetails) {
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
    await calls[action.key](call, user);
    setChosen(undefined);
    setDone(action);
  };
  return { chosen, ask, act: (action: UserAction) => act(() => work(action)), isBusy, failure, done };
}

const calls: Record<UserAction["key"], (call: Call, user: UserDetails) => Promise<unknown>> = {
  activate: (call, { id: userId }) => call(contract.activateUser, { params: { userId }, body: {} }),
  deactivate: (call, { id: userId }) => call(contract.deactivateUser, { params: { userId }, body: {} }),
  reactivate: (call, { id: userId }) => call(contract.reactivateUser, { params: { userId }, body: {} }),
  sendLink: (call, { id: userId }) => call(contract.sendUserLink, { params: { userId }, body: {} }),
  confirmEmail: (call, { id: userId, emailProposal }) =>
    call(contract.confirmEmailProposal, { params: { userId }, body: { email: emailProposal?.email ?? "" } }),
  cancelEmail: (call, { id: userId }) => call(contract.cancelEmailProposal, { params: { userId }, body: {} }),
  endSessions: (call, { id: userId }) => call(contract.endUserSessions, { params: { userId }, body: {} }),
  resetPasskeys: (call, { id: userId }) => call(contract.resetUserPasskeys, { params: { userId }, body: {} }),
  resetSecondFactor: (call, { id: userId }) => call(contract.resetUserSecondFactor, { params: { userId }, body: {} }),
  delete: (call, { id: userId }) => call(contract.deleteUserByAdmin, { params: { userId } }),
};
