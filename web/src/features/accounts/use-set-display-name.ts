import { setDisplayName as setDisplayNameEndpoint } from "@storyport/contract/accounts";
import { displayNameFault, stripMarkup } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { keepValues } from "#/features/admin-area/kept-values.ts";
import { forgetVisitor } from "#/features/login/visitor.ts";
import { usePortal, useUser } from "#/shell/portal.ts";

export type DisplayNameProgress =
  | { is: "idle" | "submitting" | "done" }
  /** `messages` stand line by line above the form; `fieldMessage` at the field, where it is the name that is refused. */
  | { is: "refused"; messages: string[]; fieldMessage: string | undefined };

/** The name of the form under which what was typed outlives the end of the session. */
export const nameForm = "set-display-name";

/**
 * Sets the name after checking it by the rule the server has too, so that a refusal is said before anything is sent. A session that has
 * ended leads to the login, and back to what was typed (specification, section 8).
 */
export function useSetDisplayName(): { progress: DisplayNameProgress; setDisplayName: (displayName: string) => void } {
  const { call, fresh, cookies } = usePortal();
  const { accountId } = useUser();
  const [progress, setProgress] = useState<DisplayNameProgress>({ is: "idle" });

  const send = async (displayName: string) => {
    const fault = displayNameFault(displayName);
    if (fault !== undefined) return setProgress(refused([nameTexts[fault]()], true));
    setProgress({ is: "submitting" });
    try {
      await call(setDisplayNameEndpoint, { body: { displayName: stripMarkup(displayName) } });
      setProgress({ is: "done" });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure.status === 401) {
        keepValues({ form: nameForm, accountId }, { displayName });
        forgetVisitor({ cookies, fresh });
        // Loaded anew, so that nothing of the ended login is remembered; what the login was for stays.
        return location.assign(`/login?${new URLSearchParams({ postLoginPage: "/set-display-name" })}`);
      }
      setProgress(refused(messagesOf(error.failure), error.failure.status === 400));
    }
  };
  return { progress, setDisplayName: (displayName) => void send(displayName) };
}

function refused(messages: string[], isAboutName: boolean): DisplayNameProgress {
  return { is: "refused", messages, fieldMessage: isAboutName ? messages.join(" ") : undefined };
}

/** The server's message, or its list of them, each translated (specification, section 7). */
function messagesOf(failure: Failure): string[] {
  if (failure.errors === undefined || failure.errors.length === 0) return [failureText(failure, nameTexts)];
  const translate = ({ code, message }: { code?: string | undefined; message: string }) =>
    code === undefined ? message : failureText({ ...failure, code, message }, nameTexts);
  return [...new Set(failure.errors.map(translate))];
}

const nameTexts = {
  "errors.displayNameLength": () => m["errors.displayNameLength"](),
  "errors.displayNameNotPermitted": () => m["errors.displayNameNotPermitted"](),
  "errors.displayNameSpecialCharacters": () => m["errors.displayNameSpecialCharacters"](),
};
