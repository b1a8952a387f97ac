import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { PersonalDataScreen } from "#/features/personal-data/personal-data-screen.tsx";

export const Route = createFileRoute("/users/me_/personal-data")({
  staticData: { title: () => m["personalData.ownTitle"]() },
  component: () => <PersonalDataScreen />,
});
