interface Named {
  id: string;
  displayName: string | null;
  email: string | null;
}

/** The name of a member of an organization or a user group. Children have no address, and some members have no name yet. */
export function memberName({ displayName, email, id }: Named): string {
  return displayName ?? email ?? id;
}
