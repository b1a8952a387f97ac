import type { UserDetails } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { KeptFormNotice } from "#/features/admin-area/kept-form-notice.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { AccountFields } from "./account-fields.tsx";
import { HoldingFields } from "./holding-fields.tsx";
import styles from "./users.module.css";
import { useEditUser } from "./use-edit-user.ts";
import type { Consequence } from "./user-edit.ts";
import type { EditResult } from "./use-edit-user.ts";

/** Changes an account by the rules of the specification's section 5, each said at its field. */
export function EditUserForm({ user }: { user: UserDetails }) {
  if (user.status === "DELETED") return <Notice quiet>{m["users.notEditable"]()}</Notice>;
  return <Form user={user} />;
}

function Form({ user }: { user: UserDetails }) {
  const edit = useEditUser(user);
  const box = useRef<HTMLDivElement>(null);
  const { message, result } = edit;
  useEffect(() => {
    if (message !== undefined || result !== undefined) box.current?.focus();
  }, [message, result]);

  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!edit.isPending) edit.save();
      }}
    >
      <KeptFormNotice form={edit.form} />
      {message !== undefined && !edit.form.hasEnded && (
        <Notice ref={box} tone="error">
          {message}
        </Notice>
      )}
      {result !== undefined && (
        <Notice ref={box} tone={tones[result]}>
          {resultText(result)}
        </Notice>
      )}
      {!user.may.edit && <Notice quiet>{m["users.editPartly"]()}</Notice>}
      <div className={styles["parts"]}>
        {user.may.edit && (
          <Card>
            <AccountFields edit={edit} />
          </Card>
        )}
        <Card>
          <HoldingFields edit={edit} isTakeOnly={!user.may.edit} />
        </Card>
      </div>
      <Button type="submit" pending={edit.isPending} pendingText={m["area.saving"]()}>
        {m["area.save"]()}
      </Button>
      {edit.consequences.length > 0 && (
        <ConfirmDialog
          title={m["users.saveQuestion"]()}
          confirmText={m["area.save"]()}
          cancelText={m["area.cancel"]()}
          danger
          onConfirm={edit.send}
          onCancel={edit.cancel}
        >
          {edit.consequences.map((consequence) => (
            <p key={consequence}>{consequenceTexts[consequence]()}</p>
          ))}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const consequenceTexts: Record<Consequence, () => string> = {
  changeEmail: () => m["users.willChangeEmail"](),
  resetPassword: () => m["users.willResetPassword"](),
  takeLoginType: () => m["users.willTakeLoginType"](),
};

const tones = { unchanged: "info", saved: "success", changedMeanwhile: "error" } as const;

function resultText(result: NonNullable<EditResult>) {
  if (result === "saved") return m["area.saved"]();
  if (result === "unchanged") return m["area.nothingChanged"]();
  return (
    <>
      <p>{m["errors.changedMeanwhile"]()}</p>
      <p>{m["users.changedShown"]()}</p>
    </>
  );
}
