import { classes } from "./classes.ts";
import styles from "./identifier.module.css";

type IdentifierProps = {
  id: string;
  /** Shows its beginning only. It is copied whole, and a mouse shows the rest. */
  short?: boolean;
};

/** A long id to compare and copy; it may break anywhere. */
export function Identifier({ id, short = false }: IdentifierProps) {
  return (
    <span className={classes(styles["id"], short && styles["short"])} title={short ? id : undefined}>
      {id}
    </span>
  );
}
