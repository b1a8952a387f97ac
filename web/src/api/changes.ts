/** Tells whoever keeps answers that something was changed: none from before it counts as fresh. */
export interface Changes {
  tell: () => void;
  /** Until the function that it answers is called. */
  watch: (onChange: () => void) => () => void;
}

export function createChanges(): Changes {
  const watchers = new Set<() => void>();
  return {
    tell: () => watchers.forEach((onChange) => onChange()),
    watch: (onChange) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
}
