import { getRunningLesson } from "@storyport/contract/lessons";
import { useEffect, useEffectEvent } from "react";
import { useEndpoint } from "#/api/use-endpoint.ts";

/** In milliseconds. A clock that is ahead of the server's asks too early, and must not ask all the time. */
const leastWait = 20_000;

/** The running lesson of a class. Fetched again when it ends, and when the user returns to the page meanwhile. */
export function useRunningLesson(playerGroupId: string) {
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = useEndpoint(getRunningLesson, { params: { playerGroupId } });
  const endsAt = data?.lesson?.endsAt;
  const look = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setTimeout(() => look(), Math.max(leastWait, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
    // Each answer and each failure starts the wait again, also if the lesson's end is the same.
  }, [endsAt, dataUpdatedAt, errorUpdatedAt]);
  const runs = endsAt !== undefined;
  useEffect(() => {
    if (!runs) return;
    const wake = () => document.visibilityState === "visible" && look();
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, [runs]);
  return data;
}
