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
  /** `messages` are shown above the form; `fieldMessage` at the field, if the name itself is refused. */
  | { is: "refused"; messages: string[]; fieldMessage: string | undefined };

/** The name under which the form's draft outlives the session. */
export const nameForm = "set-display-name";

/**
 * Sets the name. It checks the server's rule first, so that most refusals need no request. If the session has ended, it leads to the login
 * and then back to the draft (specification, section 8).
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
        // A page load clears all state of the ended login. The login state stays.
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

/** The server's message, or its list of messages, each translated (specification, section 7). */
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
