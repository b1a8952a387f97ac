import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { Notice } from "#/ui/notice.tsx";
import { KeptFormNotice } from "./kept-form-notice.tsx";
import type { EditState } from "./use-edit.ts";

/** Notices above an edit form's fields. `children`: the present values, shown after "Show the latest version". */
export function EditNotices({ edit: { form, result }, children }: { edit: EditState; children?: ReactNode }) {
  return (
    <>
      <KeptFormNotice form={form} />
      {result === "looked" && (
        <>
          <Notice takesFocus={result}>{m["area.lookedAgain"]()}</Notice>
          {children}
        </>
      )}
    </>
  );
}
