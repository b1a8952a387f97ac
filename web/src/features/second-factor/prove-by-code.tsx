import { m } from "@storyport/texts/messages";
import type { Action } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { Button } from "#/ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import type { CodeFormProps } from "./code-form.tsx";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";

interface ProveByCodeProps extends Pick<CodeFormProps, "button" | "onSubmit"> {
  title: string;
  /** What the action will do. */
  explanation: string;
  submission: Action;
  onCancel: () => void;
}

/** Asks for a code of the app, or a backup code, before a change of the second factor. */
export function ProveByCode({ title, explanation, button, submission, onSubmit, onCancel }: ProveByCodeProps) {
  return (
    <>
      <h3>{title}</h3>
      <p>{explanation}</p>
      {submission.failure !== undefined && !isAboutCode(submission.failure) && (
        <ActionFailure failure={submission.failure} texts={secondFactorTexts} />
      )}
      <CodeForm kind="either" button={button} submission={submission} onSubmit={onSubmit}>
        <Button variant="quiet" onClick={onCancel}>
          {m["secondFactor.cancel"]()}
        </Button>
      </CodeForm>
    </>
  );
}
