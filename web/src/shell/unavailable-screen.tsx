import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Button, LinkButton } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { usePortal } from "./portal.ts";
import { useReturn } from "./use-return.ts";

/** A form that came while the portal could not take it. */
export interface KeptForm {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

export interface UnavailableScreenProps {
  failure: Failure;
  /** Absent if the address of the page can be asked for again. */
  form?: KeptForm | undefined;
  /** The page that is asked for in the background. It is /login if this address would repeat a form or a call of the API. */
  probe: string;
}

/**
 * Shown while the database is away or the portal is maintained. Links and forms work without script. With script the page asks
 * by itself, and opens as soon as it can. It only says so if a form waits, or if the user wants little motion.
 */
export function UnavailableScreen({ failure, form, probe }: UnavailableScreenProps) {
  const { address, badgeCode } = usePortal();
  const again = withCode(address, badgeCode.read());
  const isBack = useReturn(probe);
  const intro = form === undefined ? m["unavailablePage.intro"]() : m["unavailablePage.kept"]();
  const isMaintenance = failure.code === "errors.maintenance";
  useEffect(() => {
    if (isBack && form === undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches) location.replace(again);
  }, [isBack, form, again]);
  return (
    <>
      <PageHeading intro={isMaintenance ? failureText(failure) : intro}>
        {isMaintenance ? m["unavailablePage.maintenance"]() : m["unavailablePage.heading"]()}
      </PageHeading>
      {isBack && <Notice tone="success">{m["unavailablePage.isBack"]()}</Notice>}
      {isMaintenance && form !== undefined && <p>{m["unavailablePage.kept"]()}</p>}
      {form === undefined ? <LinkButton href={again}>{m["app.tryAgain"]()}</LinkButton> : <SendAgain {...form} />}
    </>
  );
}

/** The address bar has lost the code of a scanned badge. Without the code the child would have to scan again. */
function withCode(address: string, code: string | undefined): string {
  return code === undefined ? address : `${address}${address.includes("?") ? "&" : "?"}code=${encodeURIComponent(code)}`;
}

/** Everything that was typed, also what the browser would forget. A form with a secret never comes back (docs/decisions/0061). */
function SendAgain({ action, fields }: KeptForm) {
  return (
    <form method="post" action={action} autoComplete="off">
      {fields.map(([name, value], index) => (
        <input key={`${name} ${index}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{m["unavailablePage.sendAgain"]()}</Button>
    </form>
  );
}
