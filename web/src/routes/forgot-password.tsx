import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ForgotPasswordScreen } from "#/features/passwords/forgot-password-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/forgot-password")({
  head: ({ match }) => pageTitle(match.context, m["passwords.forgotTitle"]()),
  component: ForgotPasswordScreen,
});
