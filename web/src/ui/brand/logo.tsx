import { LogoMark } from "./logo-mark.tsx";
import styles from "./logo.module.css";

export type LogoProps = {
  /** The product's name, shown beside the mark. */
  name: string;
  /** Mark above name, and larger, for a page with little else. */
  large?: boolean;
};

/** Mark and name. Wrap it in the link home. */
export function Logo({ name, large = false }: LogoProps) {
  return (
    <span className={large ? styles["large"] : styles["logo"]}>
      <LogoMark size={large ? 96 : 48} />
      <span>{name}</span>
    </span>
  );
}

/** For the link around the logo. */
export const logoLinkClass = styles["link"] ?? "";
