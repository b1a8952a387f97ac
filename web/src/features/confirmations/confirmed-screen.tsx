import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { failureText } from "#/api/failure-text.ts";
import { StartOver } from "#/shell/start-over.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { confirmationTexts } from "./confirmation-texts.ts";
import { tellOtherWindows } from "./confirmed-channel.ts";

interface ConfirmedScreenProps {
  /** The code that says why nothing was confirmed; undefined after a confirmation. */
  error: string | undefined;
}

/** The end of a confirmation at a provider. It tells the window that waits, and closes if the browser lets it. */
export function ConfirmedScreen({ error }: ConfirmedScreenProps) {
  useEffect(() => {
    tellOtherWindows({ refused: error });
    window.close();
  }, [error]);
  return (
    <>
      <PageHeading>{error === undefined ? m["confirmations.doneTitle"]() : m["confirmations.failedTitle"]()}</PageHeading>
      {error !== undefined && <Notice tone="error">{failureText(failureOfCode(error), confirmationTexts)}</Notice>}
      <p>{error === undefined ? m["confirmations.doneAdvice"]() : m["confirmations.failedAdvice"]()}</p>
      <StartOver />
    </>
  );
}
