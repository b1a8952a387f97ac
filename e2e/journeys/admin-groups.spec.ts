/** Administrators manage organizations, user groups and games (specification, sections 2, 5 and 8). */
import type { Page } from "@playwright/test";
import { ask, aUserGroup, organizationId, send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { linkInLetterTo } from "#/support/letters.ts";
import { beLoggedIn, sendLogin } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { people } from "#/support/world.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("an organization with two games and a user group are created, and its invited member logs in @phone", async ({ page, browser }) => {
  test.slow();
  const key = "Bergskolen";
  const email = "new@school.example";
  await beLoggedIn(page, people.admin);
  await page.goto("/organizations/create-organization");
  const create = page.getByRole("button", { name: "Create organization" });
  await page.getByPlaceholder("UniqueOrganizationKey").fill(" a b ");
  await expect(page.getByPlaceholder("UniqueOrganizationKey")).toHaveValue("ab");
  await expect(create).toBeDisabled();
  await page.getByPlaceholder("UniqueOrganizationKey").fill(" ");
  await expect(page.getByText("Valid organization key not provided.")).toBeVisible();
  await page.getByPlaceholder("UniqueOrganizationKey").fill(key);
  await expect(page.getByText("Valid organization key not provided.")).toBeHidden();
  await page.getByLabel("Description").fill("A new school");
  await page.getByRole("group", { name: "Organization Games" }).getByLabel("storyport-no (1)").check();
  await page.getByLabel("storyport-en (4)").check();
  await create.click();
  await expect(page.getByText("Organization created successfully!")).toBeVisible();
  await expect(create).toBeDisabled();
  await page.getByRole("link", { name: `Open ${key}` }).click();
  await expect(heading(page, "Organization")).toBeVisible();
  await expect(page.getByRole("table", { name: "Organization Games" }).getByRole("row")).toHaveCount(3);
  await page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link", { name: "Player groups" }).click();
  await expect(page.getByText("No player groups found")).toBeVisible();

  await page.goto("/user-groups/create-user-group");
  const createGroup = page.getByRole("button", { name: "Create user group" });
  await page.getByLabel("Group name").fill("ab");
  await expect(createGroup).toBeDisabled();
  await page.getByLabel("Group name").fill("Reading teachers");
  await expect(page.getByRole("group", { name: "Roles" })).toBeHidden();
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
  await page.getByRole("checkbox", { name: "2A" }).check();
  await page.getByRole("checkbox", { name: "Teacher" }).check();
  // Another organization resets the form: no choice of the first organization is left.
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: key });
  await expect(page.getByText("No normal player groups available")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Teacher" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Teacher" }).check();
  await createGroup.click();
  await expect(page.getByText(/^User group '[0-9a-f-]{36}' successfully created!$/)).toBeVisible();
  await expect(createGroup).toBeDisabled();

  await page.getByRole("link", { name: /^Open .Reading teachers. and add members$/ }).click();
  await page.getByLabel("Email addresses").fill(`${email} Åse Ås`);
  await page.getByRole("button", { name: "Add members" }).click();
  await expect(page.getByText("Added: 0. Invited: 1. Already there: 0. Not done: 0.")).toBeVisible();
  await expect(page.getByLabel("Email addresses")).toHaveValue("");

  const link = await linkInLetterTo(email, /activateAccount=true/);
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await theirs.getByLabel("Email").fill(email);
  await theirs.getByLabel("New password").fill("Quiet-Harbour-52");
  await theirs.getByRole("button", { name: /^Set password/ }).click();
  await expect(theirs.getByText("Password set", { exact: true })).toBeVisible();
  await theirs.goto("/login/password");
  await sendLogin(theirs, email, "Quiet-Harbour-52");
  await expect(theirs.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  const own = await ask<{ roles: string[] }>(theirs, "auth/validate-auth");
  expect(own.roles).toEqual(["teacher"]);
  await theirs.context().close();
});

test("of a list the good lines are done, and each bad one is named with its line and stays in the box", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const id = await aUserGroup(page, { name: "List" });
  const fresh = "fresh@school.example";
  await page.goto(`/user-groups/${id}?tab=add`);
  const box = page.getByLabel("Email addresses");
  await box.fill(`${people.teacher}\nnobody\n${fresh} Kari <b>Å</b>, ${people.teacher}\n\n@wrong Ås`);
  await expect(page.getByText("Number of people: 5")).toBeVisible();
  await page.getByRole("button", { name: "Add members" }).click();
  await expect(page.getByText("Added: 1. Invited: 1. Already there: 1. Not done: 2.")).toBeVisible();
  const results = page.getByRole("table", { name: "Result for each line" });
  await expect(results.getByRole("row", { name: /^2 nobody/ })).toContainText("Enter a valid email address.");
  await expect(results.getByRole("row", { name: /^5 @wrong/ })).toBeVisible();
  await expect(box).toHaveValue("nobody\n@wrong Ås");

  // A file is appended to the typed lines.
  await page.getByLabel("Or import a file").setInputFiles({
    name: "staff.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email;name\r\n${people.member};Medlem, Per\r\n`),
  });
  await expect(page.getByText("Number of people: 3")).toBeVisible();

  await page.getByRole("link", { name: "Members", exact: true }).click();
  await expect(page.getByText("Showing results 1-2 of 2")).toBeVisible();
  await page.getByRole("button", { name: "Change rights Kari Nordmann" }).click();
  await page.getByRole("dialog").getByLabel("Rights in this group").selectOption("OWNER");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Kari Nordmann now has these rights in the group: Own.")).toBeVisible();
  await page.getByRole("button", { name: "Remove Kari Nordmann" }).click();
  await expect(page.getByRole("dialog")).toContainText("What this group gives them ends with their next click.");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Kari Nordmann was removed.")).toBeVisible();
  await expect(page.getByText("Showing results 1-1 of 1")).toBeVisible();
});

test("after a concurrent edit the page says so, keeps the draft and takes over the other fields", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const id = await aUserGroup(page, { name: "Stale" });
  await page.goto(`/user-groups/${id}?tab=edit`);
  await page.getByLabel("Group name").fill("Mine");
  await expect(page.getByRole("checkbox", { name: "Teacher" })).toBeVisible();
  await send(page, { method: "PATCH", path: `user-group/${id}`, data: { version: 1, groupName: "Theirs", roles: ["teacher"] } });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Someone else changed this.");
  await page.getByRole("button", { name: "Show the latest version" }).click();
  await expect(page.getByText("This is the latest version.")).toBeVisible();
  await expect(page.getByLabel("Group name")).toHaveValue("Mine");
  await expect(page.getByRole("checkbox", { name: "Teacher" })).toBeChecked();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await ask(page, `user-group/${id}`)).toMatchObject({ groupName: "Mine", roles: ["teacher"], version: 3 });

  await page.getByRole("button", { name: "Archive group" }).click();
  await expect(page.getByRole("dialog")).toContainText("you can restore the group");
  await page.getByRole("dialog").getByRole("button", { name: "Archive group" }).click();
  await expect(page.getByText("This group is archived")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("This group is archived")).toBeHidden();
});

test("a user group that cannot be created says why in the specification's words, and what was typed stays", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/user-groups/create-user-group");
  const name = page.getByLabel("Group name");
  const create = page.getByRole("button", { name: "Create user group" });
  await name.fill("Tea\u202echers");
  await create.click();
  await expect(page.getByRole("alert")).toContainText("Invalid input: Non-allowed special characters in the name.");
  const typed = "Typed once";
  await name.fill(typed);
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
  await page.getByRole("checkbox", { name: "Teacher" }).check();
  const address = "**/api/auth/user-groups/create";
  await page.route(address, (route) => route.fulfill(unavailable));
  await create.click();
  await expect(page.getByRole("alert")).toContainText("Failed to create user group: 503 The service is not available right now.");
  await page.unroute(address);
  await expect(name).toHaveValue(typed);
  await expect(page.getByRole("checkbox", { name: "Teacher" })).toBeChecked();
  await create.click();
  await expect(page.getByRole("link", { name: /and add members$/ })).toContainText(typed);
});

test("an organization that cannot be created says why under its heading, and what was typed stays", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/organizations/create-organization");
  await page.getByPlaceholder("UniqueOrganizationKey").fill("Fjordskolen");
  await page.getByLabel("Description").fill("A second one");
  await page.getByLabel("storyport-en (4)").check();
  await page.getByRole("button", { name: "Create organization" }).click();
  const failure = page.getByRole("alert");
  await expect(failure).toContainText("Organization could not be created");
  await expect(failure).toContainText("Failed to create organization: An organization with this key already exists.");
  await expect(page.getByPlaceholder("UniqueOrganizationKey")).toHaveValue("Fjordskolen");
  await expect(page.getByLabel("Description")).toHaveValue("A second one");
  await expect(page.getByLabel("storyport-en (4)")).toBeChecked();
});

test("archived groups are not offered where a user group or an account is made", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const [kept, gone] = ["Kept", "Gone"];
  const school = await organizationId(page, "Fjordskolen");
  for (const name of [kept, gone]) {
    const data = { version: 1, archived: true };
    const userGroup = await aUserGroup(page, { name });
    const { id: playerGroup } = await send<{ id: string }>(page, { path: "player-groups/create", data: { name, organizationId: school } });
    if (name === kept) continue;
    await send(page, { method: "PATCH", path: `user-group/${userGroup}`, data });
    await send(page, { method: "PATCH", path: `player-groups/${playerGroup}`, data });
  }
  for (const path of ["/user-groups/create-user-group", "/admin/create-account"]) {
    await page.goto(path);
    await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
    await expect(page.getByRole("checkbox", { name: kept })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: gone })).toHaveCount(0);
  }
});

test("names with markup, and texts that run the other way, are shown as they are written", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const key = "<b>School</b>";
  const description = "<img src=x onerror=alert(1)> שלום";
  const made = await send<{ id: string }>(page, { path: "organization/create", data: { key, description } });
  const organization = `/organizations/${made.id}`;
  const groupName = "<script>alert(1)</script>";
  const group = `/user-groups/${await aUserGroup(page, { name: groupName })}`;
  for (const [address, written] of [
    [`/organizations?filter=${encodeURIComponent(key)}`, key],
    [organization, key],
    [organization, description],
    [`/user-groups?filter=${encodeURIComponent(groupName)}`, groupName],
    [group, groupName],
    [`${group}?tab=history`, groupName],
  ] as const) {
    await page.goto(address);
    // Isolated from the text around it, so that no direction mark in it affects that text.
    await expect(page.locator("bdi").filter({ hasText: written }).first()).toHaveText(written);
    await expect(page.getByRole("main").locator("b, img[src=x]")).toHaveCount(0);
  }
});

test("what was typed is there again when the session ended while the form was open", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/organizations/create-organization");
  await page.getByPlaceholder("UniqueOrganizationKey").fill("Kept");
  await page.getByLabel("Description").fill("Nothing is lost");
  await page.getByLabel("storyport-en (4)").check();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByText("You have been logged out")).toBeVisible();
  await beLoggedIn(page, people.admin);
  await page.goto("/organizations/create-organization");
  await expect(page.getByPlaceholder("UniqueOrganizationKey")).toHaveValue("Kept");
  await expect(page.getByLabel("Description")).toHaveValue("Nothing is lost");
  await expect(page.getByLabel("storyport-en (4)")).toBeChecked();
});

test("a game's addresses are added and removed one by one, and an unsafe one is refused at its line", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/games/3");
  const address = "https://game.example/added";
  const field = page.getByLabel("Address", { exact: true });
  await field.fill("http://game.example/plain");
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByText("A web address starts with https:")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(address);
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByText(`Added: ${address}`)).toBeVisible();
  await page.getByLabel("Legacy clientCode").check();
  await expect(page.getByText("Weaker protection")).toBeVisible();
  await page.getByRole("button", { name: `Remove ${address}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(`Removed: ${address}`)).toBeVisible();
});

test("a game is created without an organization, retired after a warning, and restored @phone", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/games");
  await page.getByRole("link", { name: "Create a game" }).click();
  const key = "edition-sv";
  await page.getByLabel("Game key").fill(key);
  await page.getByLabel("Description").fill("Swedish");
  await page.getByLabel("Language of the edition").fill("sv");
  await page.getByLabel("Start address").fill("http://game.example/start");
  await page.getByRole("button", { name: "Create a game" }).click();
  await expect(page.getByText("A web address starts with https:")).toBeVisible();
  await page.getByLabel("Start address").fill("https://game.example/start");
  await page.getByRole("button", { name: "Create a game" }).click();
  await page.getByRole("link", { name: `Open ${key}` }).click();
  await expect(page.getByLabel("Language of the edition")).toHaveValue("sv");
  await expect(page.getByText("No organization has this game yet.")).toBeVisible();
  await page.getByRole("button", { name: "Retire this game" }).click();
  const question = page.getByRole("dialog", { name: `Retire ${key}?` });
  await expect(question).toContainText("Organizations that have it: 0.");
  await question.getByRole("button", { name: "Retire this game" }).click();
  await expect(page.getByRole("button", { name: "Restore it" })).toBeVisible();
  await page.getByRole("button", { name: "Restore it" }).click();
  await expect(page.getByText("The game is in use again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retire this game" })).toBeVisible();
});

test("a page says which permission is missing: no access to creating, and nothing to be seen of games", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  const refused: [string, string][] = [
    ["/user-groups/create-user-group", "No create user group permission"],
    ["/organizations/create-organization", "No permission to create organizations"],
    ["/games", "No admin permissions"],
  ];
  for (const [address, reason] of refused) {
    await page.goto(address);
    await expect(heading(page, "No access")).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  }
  await page.goto(`/user-groups/${crypto.randomUUID()}`);
  await expect(page.getByText("There is no such user group, or it is in none of your organizations.")).toBeVisible();
});
