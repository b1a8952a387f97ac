import type { BoardChild } from "@storyport/contract/lessons";
import type { OneTimeCode } from "@storyport/contract/qr-login";
import { useEffect, useRef, useState } from "react";

interface GivenCode {
  /** One code. It is a list, because `OneTimeCodes` takes the focus for each new list. */
  codes: readonly [OneTimeCode];
  /** When the child's state had begun before the code was given. */
  since: string | undefined;
}

/**
 * The code that is shown large, until the teacher closes it or its child is in. `tiles` is the list of the children. If the focus was in
 * the code, the child's tile gets it afterwards.
 */
export function useGivenCode(children: readonly BoardChild[]) {
  const [given, setGiven] = useState<GivenCode>();
  const tiles = useRef<HTMLUListElement>(null);
  const formerId = useRef<string>(undefined);
  if (given !== undefined && hasComeIn(children, given)) setGiven(undefined);
  const id = given?.codes[0].userId;
  useEffect(() => {
    const former = formerId.current;
    formerId.current = id;
    const isLost = id === undefined && former !== undefined && document.activeElement === document.body;
    if (isLost) tiles.current?.querySelector<HTMLElement>(`[data-child="${former}"] button`)?.focus();
  }, [id]);
  return {
    given,
    tiles,
    show: (code: OneTimeCode, since: string | undefined) => setGiven({ codes: [code], since }),
    close: () => setGiven(undefined),
  };
}

/** A child may have been in before, on another device. */
function hasComeIn(children: readonly BoardChild[], { codes: [{ userId }], since }: GivenCode): boolean {
  const child = children.find((each) => each.userId === userId);
  return child !== undefined && (child.state === "at-the-door" || child.state === "in-the-game") && child.since !== since;
}
