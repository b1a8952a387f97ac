/** The dashboard's id as an OAuth client. Games use their numbers. */
export const dashboardClientId = "dashboard";
