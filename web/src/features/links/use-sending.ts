import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";

export type Sending = { is: "idle" } | { is: "submitting" } | { is: "done" } | { is: "failed"; failure: Failure };

/** The state of one call that a form or a button makes. */
export function useSending(before: Sending = { is: "idle" }) {
  const [sending, setSending] = useState<Sending>(before);
  const send = async (work: () => Promise<unknown>) => {
    if (sending.is === "submitting") return;
    setSending({ is: "submitting" });
    try {
      await work();
      setSending({ is: "done" });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSending({ is: "failed", failure: error.failure });
    }
  };
  return { sending, send };
}
