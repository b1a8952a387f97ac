import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { Notice } from "#/ui/notice.tsx";
import { KeptFormNotice } from "./kept-form-notice.tsx";
import type { EditState } from "./use-edit.ts";

/** Above the fields of a form that changes something. `children`: how it stands now, for who has looked again. */
export function EditNotices({ edit: { form, said }, children }: { edit: EditState; children?: ReactNode }) {
  return (
    <>
      <KeptFormNotice form={form} />
      {said === "looked" && (
        <>
          <Notice>{m["area.lookedAgain"]()}</Notice>
          {children}
        </>
      )}
    </>
  );
}
