import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { useAction } from "#/api/use-action.ts";
import type { Answer } from "#/api/use-endpoint.ts";
import type { FormValues } from "./kept-values.ts";
import { useEditForm } from "./use-edit-form.ts";
import type { EditForm } from "./use-edit-form.ts";

/** The failure if a thing has left the list that it is read from. */
const left: Failure = { status: 404, statusText: "", code: "errors.notFound", message: "Not found" };

/** The result of the last press of "Save" or "Show the latest version". */
export type EditResult = "saved" | "nothing" | "looked";

/** What `EditNotices` and `SaveEdit` show of an edit. */
export interface EditState {
  form: { wasKept: boolean };
  result: EditResult | undefined;
  /** The form has a draft that no save has taken yet. */
  hasUnsaved: boolean;
  isPending: boolean;
  failure: Failure | undefined;
  lookAgain: () => Promise<unknown>;
}

interface EditOf<Thing, T extends FormValues, Change> {
  /** The form and its page, such as "edit-user-group:{id}". */
  name: string;
  thing: Thing;
  answer: Answer<Thing>;
  /**
   * Returns the thing's editable values; of some things only the part chosen in the form. The version is among them, as text: a kept
   * draft must name the version that it began from.
   */
  valuesOf: (thing: Thing, chosen?: T) => T;
  /** Returns the touched values as the call takes them; undefined if none is touched. */
  changeOf: (form: EditForm<T>) => Change | undefined;
  send: (body: Change & { version: number }) => Promise<Thing>;
}

/**
 * Edits a thing with a version. The draft outlives every refusal and the end of the session. If another user has changed the thing
 * meanwhile, "Show the latest version" fetches it. The next save sends the touched fields with the new version.
 */
export function useEdit<Thing extends { version: number }, T extends FormValues & { version: string }, Change extends object>(
  edit: EditOf<Thing, T, Change>,
) {
  const { thing, answer, valuesOf, changeOf, send } = edit;
  const [saving, looking] = [useAction(), useAction()];
  const [result, setResult] = useState<EditResult>();
  const failure = looking.failure ?? saving.failure;
  const form = useEditForm(edit.name, valuesOf(thing));
  const change = changeOf(form);

  const forget = () => {
    saving.forget();
    looking.forget();
    setResult(undefined);
  };
  const save = async (touched: Change) => {
    const sent = form.now();
    const fresh = await send({ ...touched, version: Number(sent.version) });
    answer.show(fresh);
    form.takeSaved(sent, valuesOf(fresh, form.now()));
    setResult("saved");
  };
  const look = async () => {
    const fresh = await answer.ask();
    // The thing has left the list of the answer. The draft stays.
    if (fresh === undefined) throw new ApiError(left);
    answer.show(fresh);
    form.follow(valuesOf(fresh, form.now()));
    saving.forget();
    setResult("looked");
  };
  return {
    form,
    change,
    result,
    hasUnsaved: change !== undefined,
    isPending: saving.isBusy,
    failure,
    forget,
    save: () => {
      // A second press of a double click finds nothing left to save.
      if (change === undefined && result === "saved") return;
      forget();
      if (change === undefined) setResult("nothing");
      else void saving.act(() => save(change));
    },
    lookAgain: () => looking.act(look),
    /**
     * The user's own action beside the form must not count as another user's change. A draft of an older version does not follow: its save
     * must still be refused.
     */
    changedHere: (fresh: Thing) => {
      if (form.now().version === String(thing.version)) form.follow(valuesOf(fresh, form.now()));
      answer.show(fresh);
    },
  };
}
