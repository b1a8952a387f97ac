/** Whether archived groups are listed too, as it stands in the address. */
export function readGroupsSearch({ archived }: Record<string, unknown>): { archived?: "shown" } {
  return archived === "shown" ? { archived } : {};
}
