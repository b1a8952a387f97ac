import { editOwnGame } from "@storyport/contract/game-rights";
import { openidWords } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import { SaveEdit } from "#/features/edits/save-edit.tsx";
import { useEdit } from "#/features/edits/use-edit.ts";
import type { EditForm } from "#/features/edits/use-edit-form.ts";
import { linkFault } from "#/features/games/client-policy.ts";
import { callbackFaultText } from "#/features/games/game-words.ts";
import { usePortal } from "#/shell/portal.ts";
import { Checkbox } from "#/ui/checkbox.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { RadioGroup } from "#/ui/radio-group.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextArea } from "#/ui/text-area.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { benchTexts } from "./bench-words.ts";
import { useOwnGame } from "./use-own-game.ts";

type Values = {
  version: string;
  isClient: boolean;
  /** "pairwise": the client knows a person by an id of its own. "public": by the account's id. */
  subjectType: string;
  /** The OpenID scopes that the client may use: profile, email. */
  words: string[];
  logoutUrl: string;
  /** One address on each line. */
  afterLogout: string;
};

/** The form of a game's OpenID settings. All of them are saved together. */
export function EditOpenidClient({ game }: { game: GameSettings }) {
  const { call } = usePortal();
  const edit = useEdit({
    name: `edit-openid:${game.gameId}`,
    thing: game,
    answer: useOwnGame(game),
    valuesOf,
    changeOf,
    send: (body) => call(editOwnGame, { params: { gameId: String(game.gameId) }, body }),
  });
  // Faults are shown once the user has tried to save them.
  const [isChecked, setIsChecked] = useState(false);
  const { values, change } = edit.form;
  const faults = { logoutUrl: faultText(values.logoutUrl), afterLogout: linesOf(values.afterLogout).map(faultText).find(Boolean) };
  const wrong = values.isClient ? (["logoutUrl", "afterLogout"] as const).find((field) => faults[field] !== undefined) : undefined;
  return (
    <>
      <p>{m["openidClients.intro"]()}</p>
      <EditNotices edit={edit} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(wrong !== undefined);
          if (wrong === undefined) edit.save();
          else focusField(event.currentTarget, wrong);
        }}
      >
        <Checkbox
          label={m["openidClients.isClient"]()}
          hint={m["openidClients.isClientHint"]()}
          checked={values.isClient}
          onChange={(event) => change({ isClient: event.currentTarget.checked })}
        />
        {values.isClient && (
          <>
            <PersonFields game={game} form={edit.form} />
            <TextField
              label={m["openidClients.logoutUrl"]()}
              hint={m["openidClients.logoutUrlHint"]()}
              error={isChecked ? faults.logoutUrl : undefined}
              name="logoutUrl"
              value={values.logoutUrl}
              maxLength={limits.callbackUrl.max}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => change({ logoutUrl: event.currentTarget.value })}
            />
            <TextArea
              label={m["openidClients.afterLogout"]()}
              hint={m["openidClients.afterLogoutHint"]()}
              error={isChecked ? faults.afterLogout : undefined}
              name="afterLogout"
              rows={3}
              value={values.afterLogout}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => change({ afterLogout: event.currentTarget.value })}
            />
          </>
        )}
        <SaveEdit edit={edit} text={(failure) => m["bench.changeFailed"]({ reason: failureText(failure, benchTexts) })} />
      </Stack>
    </>
  );
}

/** What the tool learns of a person. The form warns of other subjects, because the client then sees its users as new people. */
function PersonFields({ game, form: { values, change } }: { game: GameSettings; form: EditForm<Values> }) {
  return (
    <>
      <RadioGroup
        label={m["openidClients.subjects"]()}
        name="subjectType"
        options={[
          { value: "pairwise", label: m["openidClients.pairwise"](), hint: m["openidClients.pairwiseHint"]() },
          { value: "public", label: m["openidClients.public"](), hint: m["openidClients.publicHint"]() },
        ]}
        value={values.subjectType}
        onChange={(subjectType) => change({ subjectType })}
      />
      {game.openid !== null && game.openid.subjectType !== values.subjectType && (
        <Notice tone="error" quiet title={m["openidClients.subjectWarningTitle"]()}>
          {m["openidClients.subjectWarning"]()}
        </Notice>
      )}
      <CheckboxList
        label={m["openidClients.words"]()}
        hint={m["openidClients.wordsHint"]()}
        name="words"
        options={[
          { value: "profile", label: m["openidClients.scopeProfile"]() },
          { value: "email", label: m["openidClients.scopeEmail"]() },
        ]}
        selected={values.words}
        onChange={(words) => change({ words })}
      />
    </>
  );
}

function valuesOf({ version, openid }: GameSettings): Values {
  return {
    version: String(version),
    isClient: openid !== null,
    subjectType: openid?.subjectType ?? "pairwise",
    words: openid?.words ?? [],
    logoutUrl: openid?.backchannelLogoutUrl ?? "",
    afterLogout: openid?.postLogoutUrls.join("\n") ?? "",
  };
}

function changeOf({ values, isTouched }: EditForm<Values>) {
  const fields = ["isClient", "subjectType", "words", "logoutUrl", "afterLogout"] as const;
  if (!fields.some(isTouched)) return undefined;
  if (!values.isClient) return { openid: null };
  const { subjectType, words, logoutUrl, afterLogout } = values;
  return {
    openid: {
      subjectType: subjectType === "public" ? ("public" as const) : ("pairwise" as const),
      words: openidWords.filter((word) => words.includes(word)),
      backchannelLogoutUrl: logoutUrl.trim() === "" ? null : logoutUrl.trim(),
      postLogoutUrls: linesOf(afterLogout),
    },
  };
}

function linesOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function faultText(url: string): string | undefined {
  const fault = linkFault(url);
  return fault === undefined ? undefined : callbackFaultText(fault);
}
