import { m } from "@storyport/texts/messages";
import { getLocale, isLocale, locales } from "@storyport/texts/runtime";
import { untilGone, useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { languageNames } from "#/shell/language.ts";
import { usePortal } from "#/shell/portal.ts";
import { Pending } from "#/ui/spinner.tsx";
import { Select } from "#/ui/select.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { keepLanguage } from "./keep-language.ts";

/** The account's language. A choice is stored at once, and the page reloads in it. */
export function LanguageChoice() {
  const context = usePortal();
  const { isBusy, failure, act } = useAction();
  const choose = async (value: string) => {
    if (!isLocale(value)) return;
    await keepLanguage(context, value);
    location.reload();
    await untilGone();
  };
  return (
    <TitledSection title={m["profile.languageTitle"]()} intro={m["profile.languageIntro"]()}>
      {failure !== undefined && <ActionFailure failure={failure} />}
      <Select
        label={m["profile.language"]()}
        hint={m["profile.languageHint"]()}
        id="profile-language"
        defaultValue={getLocale()}
        options={locales.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          void act(() => choose(value));
        }}
      />
      {isBusy && <Pending>{m["app.waiting"]()}</Pending>}
    </TitledSection>
  );
}
