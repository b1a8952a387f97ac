import { editUser, getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { useAnswer } from "#/api/use-endpoint.ts";
import { useEdit } from "#/features/edits/use-edit.ts";
import { usePortal } from "#/shell/portal.ts";
import { fieldTexts } from "./field-texts.ts";
import { changeOf, consequencesOf, emailFaultOf, heldIn, valuesOf } from "./user-edit.ts";

/** The edit form of an account. */
export function useEditUser(user: UserDetails) {
  const { call } = usePortal();
  const input = { params: { userId: user.id } };
  const edit = useEdit({
    name: `edit-user:${user.id}`,
    thing: user,
    answer: useAnswer(getUser, input),
    valuesOf,
    changeOf,
    send: (body) => call(editUser, { ...input, body }),
  });
  const { form } = edit;
  const [emailFault, setEmailFault] = useState<Failure>();
  const failure = emailFault ?? edit.failure;
  const [isConfirming, setIsConfirming] = useState(false);
  const consequences = consequencesOf(user, edit.change);
  return {
    ...edit,
    failure,
    user,
    fields: failure === undefined ? {} : fieldTexts(failure.errors ?? [{ code: failure.code }]),
    /** What saving ends or begins for the owner, once the user has asked to save. The question is open unless this is empty. */
    consequences: isConfirming ? consequences : [],
    cancel: () => setIsConfirming(false),
    /** Shows what the account holds in that organization. Unsaved changes to its holdings in the former organization are dropped. */
    chooseOrganization: (organizationId: string) => form.switchTo(heldIn(user, organizationId)),
    /** Saves; asks first if saving has consequences for the owner. A malformed address is refused here, without a question. */
    askAndSave: () => {
      const code = emailFaultOf(edit.change);
      setEmailFault(code && refusedHere(code));
      if (code !== undefined) edit.forget();
      else if (consequences.length > 0) setIsConfirming(true);
      else edit.save();
    },
    save: () => {
      setIsConfirming(false);
      edit.save();
    },
  };
}

/** The failure if the form itself refuses the address. */
function refusedHere(code: string): Failure {
  return { status: 0, statusText: "", code, message: code, errors: [{ field: "email", message: code, code }] };
}
