/** What the dashboard is called as an OAuth client; games have numbers. */
export const dashboardClientId = "dashboard";
