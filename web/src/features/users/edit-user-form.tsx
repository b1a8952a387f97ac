import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import { SaveEdit } from "#/features/edits/save-edit.tsx";
import { Card } from "#/ui/card.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Notice } from "#/ui/notice.tsx";
import { SideBySide } from "#/ui/side-by-side.tsx";
import { Stack } from "#/ui/stack.tsx";
import { AccountFields } from "./account-fields.tsx";
import { HoldingFields } from "./holding-fields.tsx";
import { useEditUser } from "./use-edit-user.ts";
import type { Consequence } from "./user-edit.ts";
import { userTexts } from "./user-words.ts";

/** Edits an account by the rules of the specification's section 5. Each fault is shown at its field. */
export function EditUserForm({ user }: { user: UserDetails }) {
  if (user.status === "DELETED") return <Notice quiet>{m["users.notEditable"]()}</Notice>;
  return <Form user={user} />;
}

function Form({ user }: { user: UserDetails }) {
  const edit = useEditUser(user);
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        edit.askAndSave();
      }}
    >
      <EditNotices edit={edit} />
      {!user.may.edit && <Notice quiet>{m["users.editPartly"]()}</Notice>}
      <SideBySide>
        {user.may.edit && (
          <Card>
            <AccountFields edit={edit} />
          </Card>
        )}
        <Card>
          <HoldingFields edit={edit} isRemoveOnly={!user.may.edit} />
        </Card>
      </SideBySide>
      <SaveEdit edit={edit} text={(failure) => m["users.editFailed"]({ reason: reasonWithStatus(failure, userTexts) })} />
      {edit.consequences.length > 0 && (
        <ConfirmDialog
          title={m["users.saveQuestion"]()}
          confirmText={m["area.save"]()}
          cancelText={m["area.cancel"]()}
          danger
          onConfirm={edit.save}
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
  proposeEmail: () => m["users.willProposeEmail"](),
  resetPassword: () => m["users.willResetPassword"](),
  takeLoginType: () => m["users.willTakeLoginType"](),
};
