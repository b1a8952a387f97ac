import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { OrganizationPicker } from "#/features/organizations/organization-picker.tsx";
import { useFieldsKey } from "#/features/lists/use-fields-key.ts";
import { formatLocales } from "#/shell/format-locales.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Select } from "#/ui/select.tsx";
import { Row } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { eventNames, eventText } from "./event-texts.ts";
import { readHistorySearch } from "./history-search.ts";
import type { HistorySearch } from "./history-search.ts";
import styles from "./history.module.css";

/** The history's filter: a form whose values go into the address on submit. */
export function HistoryFilter({ search }: { search: HistorySearch }) {
  const navigate = useNavigate();
  const { fieldsKey, sends } = useFieldsKey(JSON.stringify(search));
  const byText = new Intl.Collator(formatLocales());
  const events = eventNames
    .map((value) => ({ value, label: eventText(value) }))
    .toSorted((one, other) => byText.compare(one.label, other.label));
  // Offers the filtered event even if it has no text.
  if (search.event !== undefined && !eventNames.includes(search.event)) events.push({ value: search.event, label: search.event });
  const handleShow = (form: HTMLFormElement) => {
    const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value.trim() : ""]));
    const next = readHistorySearch(typed);
    // If a value was left out, the fields are drawn again. Then they show what the list was filtered by.
    const isAllUnderstood = Object.keys(next).length === Object.values(typed).filter((value) => value !== "").length;
    if (isAllUnderstood) sends(JSON.stringify(next));
    void navigate({ to: "/history", search: next });
  };
  return (
    <form
      role="search"
      aria-label={m["history.filter"]()}
      className={styles["filter"]}
      onSubmit={(event) => {
        event.preventDefault();
        handleShow(event.currentTarget);
      }}
    >
      <Fragment key={fieldsKey}>
        <Select
          label={m["history.event"]()}
          name="event"
          options={events}
          placeholder={m["history.anyEvent"]()}
          defaultValue={search.event}
        />
        <PlaceField initial={search.organization ?? ""} />
        <TextField label={m["history.from"]()} name="from" type="date" className={styles["day"]} defaultValue={search.from} />
        <TextField label={m["history.to"]()} name="to" type="date" className={styles["day"]} defaultValue={search.to} />
        <div className={styles["about"]}>
          <TextField
            label={m["history.about"]()}
            hint={m["history.aboutHint"]()}
            name="about"
            defaultValue={search.about}
            // The longest text that history-search.ts accepts.
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </Fragment>
      <div className={styles["send"]}>
        <Row>
          <Button type="submit">{m["history.show"]()}</Button>
          <Link to="/history" search={{}} className={buttonClass("quiet")}>
            {m["history.clear"]()}
          </Link>
        </Row>
      </div>
    </form>
  );
}

/** The organization of the events; starts with the present filter. */
function PlaceField({ initial }: { initial: string }) {
  const [organizationId, setOrganizationId] = useState(initial);
  return (
    <OrganizationPicker
      label={m["history.organization"]()}
      name="organization"
      placeholder={m["history.anyOrganization"]()}
      value={organizationId}
      onChange={setOrganizationId}
    />
  );
}
