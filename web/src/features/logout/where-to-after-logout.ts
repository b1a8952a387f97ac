/** Leads to the provider's logout, else to our login page (specification, section 4: "a logoutRedirect starting with http"). */
export function whereToAfterLogout(logoutRedirect: string | undefined): string {
  return logoutRedirect !== undefined && /^https?:\/\//i.test(logoutRedirect) ? logoutRedirect : "/login";
}
