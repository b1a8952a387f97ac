import { createFileRoute } from "@tanstack/react-router";
import { readDashboardRequest } from "#/features/dashboard-login/dashboard-request.ts";
import { startDashboardLogin } from "#/features/dashboard-login/start-dashboard-login.ts";

export const Route = createFileRoute("/dashboard-login")({
  beforeLoad: ({ context, search }) => startDashboardLogin(context, readDashboardRequest(search)),
});
