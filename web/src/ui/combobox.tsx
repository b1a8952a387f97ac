import { Combobox as Base } from "@base-ui/react/combobox";
import { useRef, useState } from "react";
import { classes } from "./classes.ts";
import styles from "./combobox.module.css";
import fieldStyles from "./field.module.css";
import { Field, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";
import type { SelectOption } from "./select.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type ComboboxProps = FieldTexts & {
  /** The form field's name for the value. */
  name?: string | undefined;
  placeholder?: string;
  /** The chosen value ("" for none) and its text. */
  value: string;
  chosenText: string;
  /** The results for the last text given to `onType`. */
  options: readonly SelectOption[];
  /** The options still belong to an older text, so none can be chosen. */
  isWaiting: boolean;
  /** The name of the list, for screen readers. */
  listLabel: string;
  /** The number of options, or why there are none; shown under the list and announced. "" hides the list: the page says what failed. */
  status: string;
  /** The error if a text was typed and no option chosen. */
  unchosenText: string;
  onType: (text: string) => void;
  /** Gets "" and undefined if the field is left empty. */
  onChange: (value: string, option: SelectOption | undefined) => void;
};

/**
 * A field to search and choose in: Base UI's combobox. The choice stays until another option is chosen, or the field is left empty. Leaving
 * the field with the whole text of an option chooses it. Otherwise, without a choice, the typed text stays.
 */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, optionalText, placeholder, name, value, chosenText, options, isWaiting, listLabel, status, unchosenText } =
    props;
  const { typed, type, choose, leave, isUnchosen } = useTyped(props);
  const [isOpen, setIsOpen] = useState(false);
  const isListed = isOpen && status !== "";
  const frame = useRef<HTMLSpanElement>(null);
  const texts = { label, hint, error: isUnchosen && !isOpen ? unchosenText : error, optionalText };
  const ids = useFieldIds(texts);
  return (
    <Base.Root<SelectOption>
      items={options}
      filter={null}
      autoHighlight
      value={value === "" ? null : { value, label: chosenText }}
      isItemEqualToValue={(one, other) => one.value === other.value}
      inputValue={typed ?? chosenText}
      open={isListed}
      onOpenChange={setIsOpen}
      onInputValueChange={(text, { reason }) => {
        if (reason === "input-change") type(text);
      }}
      onValueChange={(option, { reason }) => {
        if (reason === "item-press" && option !== null && !isWaiting) choose(option);
      }}
    >
      <Field texts={texts} ids={ids}>
        <span ref={frame} className={styles["frame"]}>
          <Base.Input
            // Native form validation must not accept typed text as a choice.
            ref={(input: HTMLInputElement | null) => input?.setCustomValidity(isUnchosen ? unchosenText : "")}
            id={ids.id}
            className={classes(fieldStyles["control"], styles["input"])}
            aria-describedby={ids.describedBy}
            aria-invalid={ids.errorId === undefined ? undefined : true}
            spellCheck={false}
            placeholder={placeholder}
            onKeyDown={(event) => {
              // A second Escape takes the typed text back, and the choice stays. Base UI would clear the choice.
              if (event.key !== "Escape" || isListed) return;
              event.preventBaseUIHandler();
              type(undefined);
            }}
            onBlur={() => {
              setIsOpen(false);
              leave();
            }}
          />
          <svg className={styles["arrow"]} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="m3 5.5 5 5 5-5" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2.2" />
          </svg>
          {name !== undefined && <input type="hidden" name={name} value={value} />}
          <span role="status">
            <VisuallyHidden>{isListed && status}</VisuallyHidden>
          </span>
        </span>
        {/* Beside the field, so that the list stays inside the page's main part. */}
        {isListed && (
          <Base.Portal container={frame}>
            <Choices {...{ listLabel, status, isWaiting }} />
          </Base.Portal>
        )}
      </Field>
    </Base.Root>
  );
}

/**
 * The list under the field. Base UI's own popup would hide the rest of the page from screen readers. It would also add two buttons with
 * English names. The field keeps the focus, so the list needs neither.
 */
function Choices({ listLabel, status, isWaiting }: Pick<ComboboxProps, "listLabel" | "status" | "isWaiting">) {
  return (
    <Base.Positioner className={styles["positioner"]} sideOffset={8} collisionPadding={8}>
      <div className={styles["sheet"]} role="presentation" onMouseDown={(event) => event.preventDefault()}>
        <Base.List aria-label={listLabel} aria-busy={isWaiting} className={styles["list"]}>
          {(option: SelectOption) => (
            <Base.Item key={option.value} value={option} disabled={isWaiting} className={styles["option"]}>
              <bdi>{option.label}</bdi>
            </Base.Item>
          )}
        </Base.List>
        <p className={styles["status"]} aria-hidden="true">
          {status}
        </p>
      </div>
    </Base.Positioner>
  );
}

/** What the field shows while the user types. Without a result it ends as it began: with the former choice, or with the typed text. */
function useTyped({ value, options, isWaiting, onType, onChange }: ComboboxProps) {
  // Undefined while the field shows the chosen option.
  const [typed, setTyped] = useState<string>();
  const type = (text: string | undefined) => {
    setTyped(text);
    onType(text ?? "");
  };
  const choose = (option: SelectOption | undefined) => {
    type(undefined);
    if ((option?.value ?? "") !== value) onChange(option?.value ?? "", option);
  };
  const leave = () => {
    if (typed === undefined) return;
    const meant = options.find(({ label }) => label.toLocaleLowerCase() === typed.trim().toLocaleLowerCase());
    if (typed.trim() === "") choose(undefined);
    else if (meant !== undefined && !isWaiting) choose(meant);
    else if (value !== "") type(undefined);
  };
  return { typed, type, choose, leave, isUnchosen: typed !== undefined && typed.trim() !== "" && value === "" };
}
