import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./menu.module.css";

export type MenuProps = {
  /** The content of the button, which is also its accessible name. */
  label: ReactNode;
  /** Words above the entries, such as the user's name. */
  heading?: ReactNode;
  /** MenuItem elements. */
  children: ReactNode;
};

export type MoreActionsProps = {
  /** The accessible name: actions on what. */
  label: string;
  /** MenuItem elements. */
  children: ReactNode;
};

/** A menu of links on a native details element, which works without script. Escape, a press or focus outside, and a choice close it. */
export function Menu({ label, heading, children }: MenuProps) {
  return (
    <details ref={useClosing()} className={styles["menu"]}>
      <summary className={styles["button"]}>
        <span className={styles["label"]}>{label}</span>
        <svg className={styles["arrow"]} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="m3 6 5 5 5-5" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2" />
        </svg>
      </summary>
      <div className={styles["sheet"]}>
        {heading !== undefined && <div className={styles["heading"]}>{heading}</div>}
        <ul className={styles["list"]}>{children}</ul>
      </div>
    </details>
  );
}

/** The rarer actions of a row, behind a button of three dots at its end. By `data-menu` the open menu may hang over the edge of a table. */
export function MoreActions({ label, children }: MoreActionsProps) {
  return (
    <details ref={useClosing()} className={styles["menu"]} data-menu>
      <summary className={classes(styles["button"], styles["dots"])} aria-label={label}>
        <svg viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
          <circle cx="4" cy="10" r="2" />
          <circle cx="10" cy="10" r="2" />
          <circle cx="16" cy="10" r="2" />
        </svg>
      </summary>
      <div className={styles["sheet"]}>
        <ul className={styles["list"]}>{children}</ul>
      </div>
    </details>
  );
}

function useClosing() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => watchMenu(details.current), []);
  return details;
}

/** One entry: a link or button with the class `menuItemClass`. */
export function MenuItem({ children }: { children: ReactNode }) {
  return <li>{children}</li>;
}

/** For the link or button inside a MenuItem. */
export const menuItemClass = styles["item"] ?? "";

/** A menu without room below opens upwards. Without room above too, it is scrolled into view. */
function keepInView(details: HTMLDetailsElement): void {
  const list = details.querySelector(`.${styles["sheet"] ?? ""}`);
  details.removeAttribute("data-up");
  if (!details.open || list === null) return;
  const { bottom, height } = list.getBoundingClientRect();
  if (bottom <= innerHeight) return;
  if (details.getBoundingClientRect().top > height) details.setAttribute("data-up", "");
  else list.scrollIntoView({ block: "nearest" });
}

function watchMenu(details: HTMLDetailsElement | null) {
  if (details === null) return;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !details.open) return;
    const hadFocus = details.contains(document.activeElement);
    details.open = false;
    if (hadFocus) details.querySelector("summary")?.focus();
  };
  const onPress = (event: Event) => {
    // Hydration replays clicks of its own, which are not the user's.
    if (!event.isTrusted || !(event.target instanceof Element)) return;
    const chosen = details.contains(event.target) && event.target.closest("a, button") !== null;
    if (chosen || !details.contains(event.target)) details.open = false;
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  };
  const stop = new AbortController();
  const { signal } = stop;
  details.addEventListener("toggle", () => keepInView(details), { signal });
  document.addEventListener("keydown", onKey, { signal });
  document.addEventListener("click", onPress, { signal });
  document.addEventListener("focusin", onFocus, { signal });
  return () => stop.abort();
}
