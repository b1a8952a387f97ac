import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { classes } from "./classes.ts";
import styles from "./combobox.module.css";
import fieldStyles from "./field.module.css";
import { Field, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";
import type { SelectOption } from "./select.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type ComboboxProps = FieldTexts &
  Choosing & {
    /** The number of options, or why there are none; shown under the list and announced. */
    status: string;
    /** The name of the list, for screen readers. */
    listLabel: string;
    /** The form field's name for the value. */
    name?: string | undefined;
    placeholder?: string;
  };

interface Choosing {
  /** The chosen value ("" for none) and its text. */
  value: string;
  chosenText: string;
  /** The results for the last text given to `onType`. */
  options: readonly SelectOption[];
  /** The options still belong to an older text, so none can be chosen. */
  isWaiting: boolean;
  /** The error if a text was typed and no option chosen. */
  unchosenText: string;
  onType: (text: string) => void;
  onChange: (value: string, option: SelectOption | undefined) => void;
}

/**
 * A field to search and choose in (ARIA's editable combobox with a listbox). The choice stays until another option is chosen, or the field
 * is left empty. Without a choice, leaving the field keeps the typed text.
 */
export function Combobox({ label, hint, error, optionalText, placeholder, name, listLabel, ...props }: ComboboxProps) {
  const { value, options, isWaiting, status, unchosenText } = props;
  const { text, isOpen, active, isUnchosen, input, ...does } = useCombobox(props);
  const texts = { label, hint, error: isUnchosen && !isOpen ? unchosenText : error, optionalText };
  const ids = useFieldIds(texts);
  const [listId, activeId] = [`${ids.id}-list`, `${ids.id}-option-${active}`];
  const hasList = isOpen && options.length > 0;
  useEffect(() => {
    if (hasList) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [hasList, activeId]);
  return (
    <Field texts={texts} ids={ids}>
      <span className={styles["frame"]}>
        <input
          ref={input}
          id={ids.id}
          role="combobox"
          className={classes(fieldStyles["control"], styles["input"])}
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={hasList && !isWaiting ? activeId : undefined}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.errorId === undefined ? undefined : true}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => does.type(event.currentTarget.value)}
          onClick={does.open}
          onKeyDown={does.press}
          onBlur={does.leave}
        />
        <svg className={styles["arrow"]} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="m3 5.5 5 5 5-5" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2.2" />
        </svg>
        {name !== undefined && <input type="hidden" name={name} value={value} />}
        {isOpen && (
          // A press on the list must not take the focus away from the field.
          <div className={styles["sheet"]} onMouseDown={(event) => event.preventDefault()} role="presentation">
            {hasList && (
              <div id={listId} role="listbox" aria-label={listLabel} aria-busy={isWaiting} className={styles["list"]}>
                {options.map((option, index) => (
                  // The field keeps the focus and handles the keys.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <div
                    key={option.value}
                    id={`${ids.id}-option-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={option.value === value}
                    className={classes(styles["option"], index === active && !isWaiting && styles["active"])}
                    onClick={() => does.choose(option)}
                  >
                    <bdi>{option.label}</bdi>
                  </div>
                ))}
              </div>
            )}
            <p className={styles["status"]} aria-hidden="true">
              {status}
            </p>
          </div>
        )}
        <span role="status">
          <VisuallyHidden>{isOpen && status}</VisuallyHidden>
        </span>
      </span>
    </Field>
  );
}

function useCombobox({ value, chosenText, options, isWaiting, unchosenText, onType, onChange }: Choosing) {
  // Undefined while the field shows the chosen option.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const isUnchosen = typed !== undefined && typed.trim() !== "" && value === "";
  // Native form validation must not accept typed text as a choice.
  useEffect(() => input.current?.setCustomValidity(isUnchosen ? unchosenText : ""), [isUnchosen, unchosenText]);

  const type = (text: string | undefined) => {
    setTyped(text);
    setActive(0);
    onType(text ?? "");
  };
  const choose = (option: SelectOption | undefined) => {
    if (isWaiting && option !== undefined) return;
    setIsOpen(false);
    type(undefined);
    if ((option?.value ?? "") !== value) onChange(option?.value ?? "", option);
  };
  const leave = () => {
    setIsOpen(false);
    if (typed === undefined) return;
    const meant = options.find(({ label }) => label.toLocaleLowerCase() === typed.trim().toLocaleLowerCase());
    if (typed.trim() === "") choose(undefined);
    else if (meant !== undefined && !isWaiting) choose(meant);
    else if (value !== "") type(undefined);
  };
  const move = (by: number) => {
    setIsOpen(true);
    if (isOpen && options.length > 0) setActive((active + by + options.length) % options.length);
  };
  const press = (event: KeyboardEvent) => {
    // A key during composition belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const isEnter = event.key === "Enter" && (isOpen || isUnchosen);
    const does: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(event.altKey ? 0 : 1),
      ArrowUp: () => (event.altKey ? setIsOpen(false) : move(-1)),
      ...(isEnter && { Enter: () => (isOpen ? options[active] && choose(options[active]) : setIsOpen(true)) }),
      ...((isOpen || typed !== undefined) && { Escape: () => (isOpen ? setIsOpen(false) : type(undefined)) }),
    };
    const act = does[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return {
    text: typed ?? chosenText,
    isOpen,
    active,
    isUnchosen,
    input,
    type: (text: string) => {
      setIsOpen(true);
      type(text);
    },
    open: () => setIsOpen(true),
    choose,
    leave,
    press,
  };
}
