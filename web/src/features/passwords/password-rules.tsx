import { limits } from "@storyport/contract/limits";
import { ratePassword } from "@storyport/contract/password-strength";
import type { PasswordFault } from "@storyport/contract/password-strength";
import { m } from "@storyport/texts/messages";
import { classes } from "#/ui/classes.ts";
import type { Advice } from "./password-advice.ts";
import styles from "./passwords.module.css";

export interface PasswordRulesProps {
  password: string;
  id: string;
  /** How to improve a password that is easy to guess. */
  advice?: Advice | undefined;
  /** The server has just refused this password. It knows more than the rules here, such as the school's name. */
  isRefused?: boolean;
}

/**
 * Shows the rules that a new password does not meet yet. The region is there from the start, because only then screen readers announce
 * changes.
 */
export function PasswordRules({ password, id, advice, isRefused = false }: PasswordRulesProps) {
  const { faults } = ratePassword(password);
  return (
    <div id={id} aria-live="polite" className={styles["rules"]}>
      {password === "" && <p className={styles["instructions"]}>{m["instructions.passwordInstructions"]()}</p>}
      {password !== "" && faults.length === 0 && advice === undefined && !isRefused && (
        <p className={classes(styles["rule"], styles["good"])}>{m["instructions.good"]()}</p>
      )}
      {password !== "" && faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={fault} className={styles["rule"]}>
              {faultTexts[fault]()}
            </li>
          ))}
        </ul>
      )}
      {password !== "" && advice !== undefined && <p className={styles["instructions"]}>{adviceTexts[advice]()}</p>}
    </div>
  );
}

const faultTexts: Record<PasswordFault, () => string> = {
  tooShort: () => m["instructions.tooShort"]({ count: limits.password.newMin }),
  tooLong: () => m["instructions.tooLong"]({ count: limits.password.max }),
  repeatedCharacters: () => m["instructions.repeatedCharacters"](),
  noLowercase: () => m["instructions.noLowercase"](),
  noUppercase: () => m["instructions.noUppercase"](),
  noDigit: () => m["instructions.noDigit"](),
  noSpecialCharacter: () => m["instructions.noSpecialCharacter"](),
};

const adviceTexts: Record<Advice, () => string> = {
  common: () => m["passwordAdvice.common"](),
  word: () => m["passwordAdvice.word"](),
  keyboard: () => m["passwordAdvice.keyboard"](),
  repeated: () => m["passwordAdvice.repeated"](),
  sequence: () => m["passwordAdvice.sequence"](),
  date: () => m["passwordAdvice.date"](),
  own: () => m["passwordAdvice.own"](),
  guessable: () => m["passwordAdvice.guessable"](),
};
