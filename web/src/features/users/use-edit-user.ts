import { editUser, getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { statusAndText } from "#/features/admin-area/failure-notice.tsx";
import { stayAsItIs } from "#/features/admin-area/stay-as-it-is.ts";
import { useKeptForm } from "#/features/admin-area/use-kept-form.ts";
import { fieldTexts } from "./field-texts.ts";
import { consequencesOf, editOf, heldIn, rebase, valuesOf } from "./user-edit.ts";
import { userTexts } from "./user-words.ts";

export type EditResult = "unchanged" | "saved" | "changedMeanwhile" | undefined;

/** The edit form of an account. What somebody else changed meanwhile is fetched and shown, and what was changed here is kept. */
export function useEditUser(user: UserDetails) {
  const { call } = useRouteContext({ from: "__root__" });
  const queries = useQueryClient();
  const { mutateAsync, reset, error, isPending } = useSend(editUser);
  const [base, setBase] = useState(user);
  const [result, setResult] = useState<EditResult>();
  const [isAsked, setIsAsked] = useState(false);
  const form = useKeptForm(`edit-user:${user.id}`, valuesOf(user, user.organizations[0]?.id ?? ""), error?.failure);
  const { values } = form;

  const show = (now: UserDetails) => {
    setBase(now);
    queries.setQueryData([getUser.name, { params: { userId: now.id } }], now);
  };
  const lookAgain = async () => {
    const now = await call(getUser, { params: { userId: user.id } });
    form.change(rebase(values, base, now));
    show(now);
    reset();
    setResult("changedMeanwhile");
  };
  const send = async () => {
    setIsAsked(false);
    setResult(undefined);
    const edit = editOf(base, values);
    if (edit === undefined) {
      reset();
      setResult("unchanged");
      return;
    }
    try {
      const now = await mutateAsync([{ params: { userId: user.id }, body: edit }]);
      show(now);
      form.reset(valuesOf(now, values.organizationId));
      setResult("saved");
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      if (failed.failure.code === "errors.changedMeanwhile") await lookAgain().catch(stayAsItIs);
    }
  };

  const failure = error?.failure;
  return {
    base,
    form,
    isPending,
    result,
    message: failure && m["users.editFailed"]({ reason: statusAndText(failure, failureText(failure, userTexts)) }),
    fields: failure === undefined ? {} : fieldTexts(failure.errors ?? [{ code: failure.code }]),
    consequences: isAsked ? consequencesOf(base, values) : [],
    cancel: () => setIsAsked(false),
    chooseOrganization: (organizationId: string) => form.change(heldIn(base, organizationId)),
    /** Saves, or asks first where saving ends something for the owner. */
    save: () => {
      if (consequencesOf(base, values).length > 0) setIsAsked(true);
      else void send();
    },
    send: () => void send(),
  };
}
