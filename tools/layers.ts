/**
 * The server's features, from the bottom up. A feature may import from its own layer and from layers below, types included.
 * ARCHITECTURE.md draws the order.
 */
export const layers: readonly { readonly name: string; readonly features: readonly string[] }[] = [
  { name: "rights and history", features: ["rights", "audit"] },
  {
    name: "accounts, sessions and tokens",
    features: ["accounts", "email-changes", "links", "link-requests", "passwords", "sessions", "games", "game-rights", "tokens"],
  },
  {
    name: "getting in and going on",
    features: ["login", "federated-login", "second-factor", "passkeys", "game-login", "dashboard-login", "conformance"],
  },
  {
    name: "looking after others",
    features: [
      "users",
      "user-groups",
      "player-groups",
      "players",
      "organizations",
      "qr-login",
      "lessons",
      "seats",
      "login-checks",
      "erasures",
      "personal-data",
      "support-views",
      "health",
    ],
  },
  { name: "whole classes at once, and schools", features: ["class-imports", "class-moves", "class-overviews", "transfers", "rosters"] },
];
