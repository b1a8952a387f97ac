import { createStudent as createStudentEndpoint } from "@storyport/contract/players";
import { issueBadges, issueOneTimeCodes, listBadges, reprintBadges, voidBadges, voidOneTimeCodes } from "@storyport/contract/qr-login";
import type { BadgeEntry, OneTimeCode } from "@storyport/contract/qr-login";
import { getLocale } from "@storyport/texts/runtime";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { usePortal } from "#/shell/portal.ts";

/** The result of the last action: badges to print, or codes to say aloud. */
export type ActionResult = { is: "badges"; badges: BadgeEntry[] } | { is: "codes"; codes: OneTimeCode[] } | undefined;

/** The students of a group, and all actions on their ways to log in. One action at a time; the list is fetched again after each. */
export function useGroupBadges(playerGroupId: string) {
  const { call } = usePortal();
  const params = { playerGroupId };
  const list = useEndpoint(listBadges, { params });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [result, setResult] = useState<ActionResult>();

  const act = async (action: () => Promise<ActionResult>): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    setFailure(undefined);
    try {
      setResult(await action());
      await list.refetch();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
      return false;
    } finally {
      setIsBusy(false);
    }
  };

  const whose = (studentUserId: string | undefined) => ({ params, body: studentUserId === undefined ? {} : { studentUserId } });
  return {
    list,
    isBusy,
    failure,
    result,
    issue: (student?: string) => act(async () => ({ is: "badges", badges: await call(issueBadges, whose(student)) })),
    reprint: (student?: string) => act(async () => ({ is: "badges", badges: await call(reprintBadges, whose(student)) })),
    endBadges: (student?: string) => act(async () => await call(voidBadges, whose(student))),
    giveCodes: (student?: string) => act(async () => ({ is: "codes", codes: await call(issueOneTimeCodes, whose(student)) })),
    endCodes: (student?: string) => act(async () => await call(voidOneTimeCodes, whose(student))),
    createStudent: (studentName: string) =>
      act(async () => {
        const locale = getLocale();
        await call(createStudentEndpoint, { body: { studentName, groupId: playerGroupId, locale } });
        return undefined;
      }),
  };
}

export type GroupBadges = ReturnType<typeof useGroupBadges>;
