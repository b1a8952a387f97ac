import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Notice } from "#/ui/notice.tsx";
import { KeptFormNotice } from "./kept-form-notice.tsx";
import type { EditState } from "./use-edit.ts";

/** Notices above an edit form's fields. `children`: the present values, shown after "Look again". */
export function EditNotices({ edit: { form, result }, children }: { edit: EditState; children?: ReactNode }) {
  const looked = useRef<HTMLDivElement>(null);
  // The pressed button is gone, and it was at the end of the form.
  useEffect(() => {
    if (result === "looked") looked.current?.focus();
  }, [result]);
  return (
    <>
      <KeptFormNotice form={form} />
      {result === "looked" && (
        <>
          <Notice ref={looked}>{m["area.lookedAgain"]()}</Notice>
          {children}
        </>
      )}
    </>
  );
}
