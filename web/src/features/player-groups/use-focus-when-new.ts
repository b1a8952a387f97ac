import { useEffect, useRef } from "react";

/** Moves the focus to the heading of a new result, so that it is read out. Another object is new, so the caller keeps the same object. */
export function useFocusWhenNew(thing: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [thing]);
  return heading;
}
