/** Notifies caches after a change, so that no older answer counts as fresh. */
export interface Changes {
  notify: () => void;
  /** Watches until the returned function is called. */
  watch: (onChange: () => void) => () => void;
}

export function createChanges(): Changes {
  const watchers = new Set<() => void>();
  return {
    notify: () => watchers.forEach((onChange) => onChange()),
    watch: (onChange) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
}
