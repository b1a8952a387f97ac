/**
 * The server's features, from the bottom up. A feature imports from its own layer and from those below it, types included; the order
 * is drawn in ARCHITECTURE.md. Badges and one-time codes stand on top: they are given out by those who look after a class.
 */
export const layers: readonly { readonly name: string; readonly features: readonly string[] }[] = [
  { name: "rights and history", features: ["rights", "audit"] },
  {
    name: "accounts, sessions and tokens",
    features: ["accounts", "email-changes", "links", "link-requests", "passwords", "sessions", "games", "tokens"],
  },
  {
    name: "getting in and going on",
    features: ["login", "federated-login", "second-factor", "game-login", "dashboard-login"],
  },
  {
    name: "looking after others",
    features: ["users", "user-groups", "player-groups", "players", "organizations", "qr-login"],
  },
];
