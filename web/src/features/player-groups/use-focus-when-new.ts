import { useEffect, useRef } from "react";

/** The focus goes to the heading of what has just come, so that it is read out. */
export function useFocusWhenNew(thing: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [thing]);
  return heading;
}
