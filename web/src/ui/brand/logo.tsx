import { LogoMark } from "./logo-mark.tsx";
import styles from "./logo.module.css";

export type LogoProps = {
  /** The name of the product, set beside the sign. */
  name: string;
  /** Above each other and larger, for a page that is nearly only this. */
  large?: boolean;
};

/** Sign and name. Wrap it in the link home. */
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
