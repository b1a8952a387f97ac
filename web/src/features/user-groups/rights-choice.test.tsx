// @vitest-environment happy-dom
import { playerGroupTypes } from "@storyport/contract/vocabulary";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { RightsChoice } from "./rights-choice.tsx";

const school = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";

test("only regular player groups on which the user holds a right are offered", async () => {
  const held = playerGroupTypes.map((group_type, index) => ({
    player_group_id: school.replace(/0$/, String(index)),
    group_name: `Group ${group_type}`,
    group_type,
    rights_type: "OWNER",
    organization: { id: school, organization_key: "Fjordskolen" },
  }));
  const nothing = {
    ...held[0],
    player_group_id: school.replace(/0$/, "9"),
    group_name: "Group of others",
    group_type: "REGULAR",
    rights_type: "NONE",
  };
  await showLoggedIn(<RightsChoice organizationId={school} selected={[]} onChange={() => undefined} />, () => answered([...held, nothing]));
  await screen.findByRole("checkbox", { name: "Group REGULAR" });
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
});
