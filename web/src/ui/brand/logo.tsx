import { LogoMark } from "./logo-mark.tsx";
import styles from "./logo.module.css";

export type LogoProps = {
  /** The product's name, shown beside the mark. */
  name: string;
};

/** Mark and name. Wrap it in the link home. */
export function Logo({ name }: LogoProps) {
  return (
    <span className={styles["logo"]}>
      <LogoMark />
      <span>{name}</span>
    </span>
  );
}

/** For the link around the logo. */
export const logoLinkClass = styles["link"] ?? "";
