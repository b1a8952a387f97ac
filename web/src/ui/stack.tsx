import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import styles from "./stack.module.css";

type Distance = "small" | "normal" | "large";

export type StackProps = (
  | ({ as?: "div" } & ComponentProps<"div">)
  | ({ as: "form" } & ComponentProps<"form">)
  | ({ as: "section" } & ComponentProps<"section">)
) & {
  distance?: Distance;
};

/** A column with an even distance: a form, a section, a list of buttons. */
export function Stack({ distance = "normal", ...rest }: StackProps) {
  const className = classes(styles["stack"], styles[distance], rest.className);
  // `as` is no attribute, so it is taken out of the properties of the element.
  switch (rest.as) {
    case "form": {
      const { as, ...native } = rest;
      return <form {...native} className={className} />;
    }
    case "section": {
      const { as, ...native } = rest;
      return <section {...native} className={className} />;
    }
    default: {
      const { as, ...native } = rest;
      return <div {...native} className={className} />;
    }
  }
}

/** A row that wraps: buttons, badges. */
export function Row({ className, ...native }: ComponentProps<"div">) {
  return <div {...native} className={classes(styles["row"], className)} />;
}
