/** What the doctor says about one thing, with a line for its fix. */
export interface Finding {
  /** What was checked, such as "mail" or "roles". */
  area: string;
  state: "ok" | "warning" | "fault" | "unchecked";
  says: string;
  /** What to do. Every warning and every fault has it. */
  fix?: string;
}

/** Creates the findings of one area. */
export function findingsOf(area: string) {
  return {
    ok: (says: string): Finding => ({ area, state: "ok", says }),
    warning: (says: string, fix: string): Finding => ({ area, state: "warning", says, fix }),
    fault: (says: string, fix: string): Finding => ({ area, state: "fault", says, fix }),
    /** The check could not be made. */
    unchecked: (says: string, fix?: string): Finding => ({ area, state: "unchecked", says, ...(fix !== undefined && { fix }) }),
  };
}

/** Returns the message of an error, or its code. A connection refused at several addresses has no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return error.message === "" ? code : error.message;
}
