import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { useInBrowser } from "#/ui/use-in-browser.ts";
import styles from "./slow-page.module.css";

interface SlowPageProps {
  /** The way on. By default a link loads the page again. */
  children?: ReactNode;
}

/** For a page that only its script completes. If that script does not arrive within eight seconds, this sentence appears, with a way on. */
export function SlowPage({ children }: SlowPageProps) {
  return (
    <p className={styles["slow"]}>
      <span>{m["app.slowPage"]()}</span>
      {children ?? <LoadAgain />}
    </p>
  );
}

/**
 * `<SlowPage>` for a page that, once hydrated, waits for its user, a camera or an answer. It ends with hydration. Where scripts are off, the
 * page has its own `<noscript>`.
 */
export function SlowScript({ children }: SlowPageProps) {
  const isHydrated = useInBrowser(() => true) !== undefined;
  if (isHydrated) return null;
  return (
    <div className={styles["scripted"]}>
      <SlowPage>{children}</SlowPage>
    </div>
  );
}

/** Its empty address keeps secrets of the page's address out of the document. */
function LoadAgain() {
  // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the empty address is the page's own
  return <a href="">{m["app.loadAgain"]()}</a>;
}
