import * as contract from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import type { Call } from "#/api/call.ts";
import type { Deed } from "./deeds.ts";

/** Does one deed at a time to an account, and shows the account as it is afterwards. */
export function useDeed({ id }: UserDetails) {
  const { call } = useRouteContext({ from: "__root__" });
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Deed>();
  const [done, setDone] = useState<Deed>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const ask = (deed: Deed | undefined) => {
    setAsked(deed);
    setFailure(undefined);
    if (deed !== undefined) setDone(undefined);
  };
  const act = async (deed: Deed) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await calls[deed.key](call, id);
      ask(undefined);
      setDone(deed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    } finally {
      setIsBusy(false);
      // After a refusal too: what is shown may be why.
      await queries.invalidateQueries({ queryKey: [contract.getUser.name] });
      void queries.invalidateQueries({ queryKey: [contract.searchUsers.name] });
    }
  };
  return { asked, ask, act, isBusy, failure, done };
}

const calls: Record<Deed["key"], (call: Call, userId: string) => Promise<unknown>> = {
  activate: (call, userId) => call(contract.activateUser, { params: { userId }, body: {} }),
  deactivate: (call, userId) => call(contract.deactivateUser, { params: { userId }, body: {} }),
  reactivate: (call, userId) => call(contract.reactivateUser, { params: { userId }, body: {} }),
  sendLink: (call, userId) => call(contract.sendUserLink, { params: { userId }, body: {} }),
  endSessions: (call, userId) => call(contract.endUserSessions, { params: { userId }, body: {} }),
  resetSecondFactor: (call, userId) => call(contract.resetUserSecondFactor, { params: { userId }, body: {} }),
  delete: (call, userId) => call(contract.deleteUserByAdmin, { params: { userId } }),
};
