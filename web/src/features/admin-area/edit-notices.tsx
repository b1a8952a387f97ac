import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Notice } from "#/ui/notice.tsx";
import { KeptFormNotice } from "./kept-form-notice.tsx";
import type { EditState } from "./use-edit.ts";

/** Above the fields of a form that changes something. `children`: how it stands now, for who has looked again. */
export function EditNotices({ edit: { form, said }, children }: { edit: EditState; children?: ReactNode }) {
  const looked = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, and it stood at the end of the form.
  useEffect(() => {
    if (said === "looked") looked.current?.focus();
  }, [said]);
  return (
    <>
      <KeptFormNotice form={form} />
      {said === "looked" && (
        <>
          <Notice ref={looked}>{m["area.lookedAgain"]()}</Notice>
          {children}
        </>
      )}
    </>
  );
}
