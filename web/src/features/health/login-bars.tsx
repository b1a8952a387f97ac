import type { LoginOutcome } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { formatMoment } from "#/shell/dates.ts";
import { Disclosure } from "#/ui/disclosure.tsx";
import { formatCount, formatHour } from "./amounts.ts";
import { methodName, outcomeName } from "./health-texts.ts";
import styles from "./health.module.css";
import type { HourOfLogins, MethodLogins } from "./login-hours.ts";

const outcomes = ["SUCCEEDED", "FAILED", "REFUSED"] as const satisfies readonly LoginOutcome[];
/**
 * Units of the drawing: the width of a bar with its gap, that of the bar alone, and the height of each direction. Bars that point down begin
 * two units lower, below the line of the ground.
 */
const [step, width, height] = [10, 7, 40];
/**
 * The height of the smallest bar, so that a login among very many stays visible. Together the two bars that point down may exceed `height`
 * by as much.
 */
const least = 1.5;

/** The logins by one method: sums in words, small bars by hour, and the same numbers as a table. */
export function LoginBars({ logins: { method, hours, total, most } }: { logins: MethodLogins }) {
  const name = methodName(method);
  const sums = outcomes.filter((outcome) => outcome === "SUCCEEDED" || total[outcome] > 0);
  return (
    <section aria-label={name} className={styles["method"]}>
      <h3>{name}</h3>
      <ul className={styles["sums"]}>
        {sums.map((outcome) => (
          <li key={outcome} className={styles[outcome.toLowerCase()]}>
            {m["health.counted"]({ name: outcomeName(outcome), count: formatCount(total[outcome]) })}
          </li>
        ))}
      </ul>
      <Bars hours={hours} most={most} />
      <p className={styles["scale"]}>
        <span>{formatMoment(hours[0]?.hour ?? "")}</span>
        <span>{m["health.mostInAnHour"]({ count: formatCount(most) })}</span>
      </p>
      <Disclosure showText={m["health.tableShow"]()} hideText={m["health.tableHide"]()} quiet>
        <NumberTable name={name} hours={hours} />
      </Disclosure>
    </section>
  );
}

/** Drawn for the eye alone, because the table has the same numbers. */
function Bars({ hours, most }: Pick<MethodLogins, "hours" | "most">) {
  const tall = (count: number): number => (count === 0 ? 0 : Math.max(least, (count / most) * height));
  return (
    <svg
      viewBox={`0 0 ${hours.length * step} ${2 * height + 2 + least}`}
      className={styles["bars"]}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {hours.map(({ hour, counts }, index) => {
        const at = { x: index * step, width };
        const [up, failed, refused] = [tall(counts.SUCCEEDED), tall(counts.FAILED), tall(counts.REFUSED)];
        return (
          <g key={hour}>
            <rect {...at} y={height - up} height={up} className={styles["succeeded-bar"]} />
            <rect {...at} y={height + 2} height={failed} className={styles["failed-bar"]} />
            <rect {...at} y={height + 2 + failed} height={refused} className={styles["refused-bar"]} />
          </g>
        );
      })}
      <rect x="0" y={height} width={hours.length * step} height="1" className={styles["ground"]} />
    </svg>
  );
}

/** Stays a table on a phone, and scrolls there if it is too wide, also with the keyboard. */
function NumberTable({ name, hours }: { name: string; hours: readonly HourOfLogins[] }) {
  const busy = hours.filter(({ counts }) => outcomes.some((outcome) => counts[outcome] > 0));
  return (
    <div className={styles["frame"]} role="region" aria-label={m["health.loginsCaption"]({ method: name })} tabIndex={0}>
      <table className={styles["numbers"]}>
        <thead>
          <tr>
            <th scope="col">{m["health.hour"]()}</th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col">
                {outcomeName(outcome)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map(({ hour, counts }) => (
            <tr key={hour}>
              <th scope="row">
                <time dateTime={hour}>{formatHour(hour)}</time>
              </th>
              {outcomes.map((outcome) => (
                <td key={outcome}>{formatCount(counts[outcome])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
