import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { classes } from "./classes.ts";
import styles from "./page.module.css";

export type PageProps = {
  children: ReactNode;
  /** The words of the link that jumps to the content. */
  skipText: string;
  /** At the start of the header: the logo, as a link home. */
  brand: ReactNode;
  /** At the end of the header: the user menu. */
  actions?: ReactNode;
  footer: ReactNode;
  /** The picture behind a `scene`, in an element of `pictureClass`. */
  picture?: ReactNode;
  /** `scene`: a public page, one sheet before the harbour. `plain`: the logged-in area. */
  variant?: "scene" | "plain";
};

/** The frame of every screen: skip link, header, main, footer. */
export function Page({ children, skipText, brand, actions, footer, picture, variant = "scene" }: PageProps) {
  return (
    <div className={classes(styles["page"], styles[variant])}>
      <a className={styles["skip"]} href="#main">
        {skipText}
      </a>
      {variant === "scene" && picture}
      <header className={styles["header"]}>
        <div className={styles["bar"]}>
          {brand}
          {actions}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles["main"]}>
        {variant === "scene" ? <Card look="sheet">{children}</Card> : children}
      </main>
      <footer className={styles["footer"]}>
        <div className={styles["bar"]}>{footer}</div>
      </footer>
    </div>
  );
}

/** For the element around the picture. */
export const pictureClass = styles["picture"] ?? "";
