/** To the provider that has to end its login too, else to ours (specification, section 4: "a logoutRedirect starting with http"). */
export function whereToAfterLogout(logoutRedirect: string | undefined): string {
  return logoutRedirect !== undefined && /^https?:\/\//i.test(logoutRedirect) ? logoutRedirect : "/login";
}
