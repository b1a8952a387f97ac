import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./search-form.module.css";

/** `children`: the field. `button`: the submit button, beside the field if there is room. */
export type SearchFormProps = Omit<ComponentProps<"form">, "role"> & { button: ReactNode };

/** A search over a list: one field and its button, a search landmark. */
export function SearchForm({ button, children, className, ...native }: SearchFormProps) {
  return (
    <form {...native} role="search" className={classes(styles["search"], className)}>
      <div className={styles["field"]}>{children}</div>
      {button}
    </form>
  );
}
