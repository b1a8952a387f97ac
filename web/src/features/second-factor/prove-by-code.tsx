import { m } from "@storyport/texts/messages";
import type { Deed } from "#/api/use-deed.ts";
import { DeedFailure } from "#/features/login/deed-failure.tsx";
import { Button } from "#/ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import type { CodeFormProps } from "./code-form.tsx";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";

interface ProveByCodeProps extends Pick<CodeFormProps, "button" | "onSubmit"> {
  title: string;
  /** What the action will do. */
  explanation: string;
  deed: Deed;
  onCancel: () => void;
}

/** Asks for a code before a change of the second factor. */
export function ProveByCode({ title, explanation, button, deed, onSubmit, onCancel }: ProveByCodeProps) {
  return (
    <>
      <h3>{title}</h3>
      <p>{explanation}</p>
      {deed.failure !== undefined && !isAboutCode(deed.failure) && <DeedFailure failure={deed.failure} texts={secondFactorTexts} />}
      <CodeForm kind="either" button={button} deed={deed} onSubmit={onSubmit}>
        <Button variant="quiet" onClick={onCancel}>
          {m["secondFactor.cancel"]()}
        </Button>
      </CodeForm>
    </>
  );
}
