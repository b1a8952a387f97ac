import { createFileRoute } from "@tanstack/react-router";
import { readGameRequest } from "@storyport/contract/game-request";
import { startGameLogin } from "#/features/game-login/start-game-login.ts";

export const Route = createFileRoute("/game-login")({
  // Read here and not by validateSearch, which would first redirect to the same address with the standard names spelt our way.
  beforeLoad: ({ context, search }) => startGameLogin(context, readGameRequest(search)),
});
