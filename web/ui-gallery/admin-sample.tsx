import { useState } from "react";
import { Badge } from "#/ui/badge.tsx";
import { Button, LinkButton } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pagination } from "#/ui/pagination.tsx";
import { SearchForm } from "#/ui/search-form.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { Frame } from "./frame.tsx";

type Person = { id: string; email: string; locale: string; created: string; activated: string | undefined };

const people: readonly Person[] = [
  {
    id: "5f0c1d2e-0001",
    email: "teacher@fjordskolen.example",
    locale: "nb",
    created: "12.08.2026 08:14:03",
    activated: "12.08.2026 08:20:41",
  },
  { id: "5f0c1d2e-0002", email: "teacher@lyceehugo.example", locale: "fr", created: "01.09.2026 10:02:55", activated: undefined },
  { id: "5f0c1d2e-0003", email: "admin@storyport.example", locale: "en", created: "03.09.2026 16:40:10", activated: "03.09.2026 16:41:00" },
];

/** A screen of the logged-in area: search, table, pages, a form. */
export function AdminSample() {
  const [page, setPage] = useState(7);
  const [roles, setRoles] = useState(["teacher"]);
  return (
    <Frame variant="plain" loggedIn>
      <PageHeading
        actions={
          <LinkButton variant="secondary" href="#main">
            Create organization
          </LinkButton>
        }
      >
        User Search
      </PageHeading>
      <SearchForm onSubmit={(event) => event.preventDefault()} button={<Button type="submit">Search Users</Button>}>
        <TextField label="User email or ID" name="filter" type="search" />
      </SearchForm>
      <p role="status">Showing results 61-70 of 198</p>
      <DataTable
        caption="Users"
        captionHidden
        rows={people}
        rowKey={(person) => person.id}
        columns={[
          { key: "id", header: "User ID", renderCell: (person) => person.id, compact: true },
          { key: "email", header: "Email", rowHeader: true, renderCell: (person) => person.email },
          { key: "locale", header: "Locale", renderCell: (person) => person.locale },
          { key: "created", header: "Created", compact: true, renderCell: (person) => person.created },
          {
            key: "activated",
            header: "Activated",
            compact: true,
            renderCell: (person) => person.activated ?? <Badge tone="danger">Inactive</Badge>,
          },
          { key: "permissions", header: "Permissions", renderCell: () => <a href="#main">Edit</a> },
        ]}
      />
      <Pagination
        label="Pages of users"
        current={page}
        count={20}
        previousText="Previous"
        nextText="Next"
        pageLabel={(number) => `Page ${number}`}
        renderLink={(number, props) => (
          <a {...props} href={`#${number}`} onClick={() => setPage(number)}>
            {props.children}
          </a>
        )}
      />
      <Card>
        <Stack as="form" distance="large">
          <h2>Create a new user</h2>
          <TextField label="Email" name="email" type="email" required />
          <Checkbox label="Activate user immediately" hint="The account is then immediately active." name="activated" />
          <Select
            label="Organization"
            name="organizationId"
            placeholder="Select the organization"
            options={[{ value: "1", label: "Fjordskolen" }]}
          />
          <CheckboxList
            label="Roles"
            name="roles"
            selected={roles}
            onChange={setRoles}
            options={[
              { value: "teacher", label: "teacher", hint: "Teaches one or more groups" },
              { value: "student", label: "student" },
              { value: "manager", label: "organization-manager", disabled: true, reason: "Inherited from the user group 2A" },
            ]}
          />
          <Button type="submit">Create user</Button>
        </Stack>
      </Card>
    </Frame>
  );
}
