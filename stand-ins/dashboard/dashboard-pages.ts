import { accessTables, html, page } from "#/page.ts";
import type { Claims } from "#/portal.ts";
import type { Visit } from "./visits.ts";

export function startPage(): string {
  const body = html`<h1>The teacher dashboard</h1>
    <div class="card">
      <p>Here a teacher would see how a class reads. Whose classes, the portal says.</p>
      <p><a class="button" href="/open">Open with Storyport</a></p>
    </div>
    <p><a href="/arrivals">Arrivals so far (JSON)</a></p>`;
  return page({ of: "dashboard", title: "The teacher dashboard", body });
}

/** Shows the verified token's rights, or why the visit failed. */
export function visitPage(visit: Visit): string {
  if (visit.claims === null) return failedPage(visit.error ?? "");
  const origin = visit.origin === "portal" ? "Opened from the portal." : "Opened from this dashboard; its own state came back.";
  const body = html`<h1>You are in the dashboard</h1>
    <p>${origin} The token was verified against the portal's keys.</p>
    <div class="card">
      <h2>Who may see what</h2>
      <dl>
        ${sentences({ ...visit.claims, ...visit.rights }).map(
          ([question, answer]) =>
            html`<dt><strong>${question}</strong></dt>
              <dd>${answer}</dd>`,
        )}
      </dl>
    </div>
    <div class="card">${accessTables("Claims of the access token", { claims: visit.claims, rights: visit.rights ?? {} })}</div>
    <p><a href="/">Back to the start</a></p>`;
  return page({ of: "dashboard", title: "You are in the dashboard", body });
}

/** The external page for users who may not see a dashboard. The path has the language. */
export function noAccessPage(language: string, portalUrl: string): string {
  const known = Object.hasOwn(noAccessTexts, language) ? language : "en";
  const text = noAccessTexts[known] ?? englishNoAccess;
  const body = html`<div class="card">
    <h1>${text.title}</h1>
    <p>${text.reason}</p>
    <p><a class="button" href="${portalUrl}">${text.back}</a></p>
  </div>`;
  return page({ of: "dashboard", title: text.title, body, language: known });
}

function failedPage(error: string): string {
  const body = html`<div class="card">
    <h1>You are not in the dashboard</h1>
    <p class="bad" role="alert">${error}</p>
    <p><a class="button" href="/">Begin again</a></p>
  </div>`;
  return page({ of: "dashboard", title: "You are not in the dashboard", body });
}

function sentences(claims: Claims): [string, string][] {
  const permissions = textsIn(claims["permissions"]);
  const may = permissions.includes("login_dashboard") && permissions.includes("view_user_group");
  return [
    [
      "May this account use the dashboard?",
      may ? "Yes: it holds login_dashboard and view_user_group." : "No: login_dashboard or view_user_group is missing.",
    ],
    ["Organization", typeof claims["orgId"] === "string" ? claims["orgId"] : "none"],
    ["Roles", textsIn(claims["roles"]).join(", ") || "none"],
    ["Player groups and rights", rights(claims["playerGroupRights"])],
    ["User groups and rights", rights(claims["userGroupRights"])],
  ];
}

function textsIn(claim: unknown): string[] {
  return Array.isArray(claim) ? claim.map(String) : [];
}

function rights(claim: unknown): string {
  if (typeof claim !== "object" || claim === null) return "none";
  return (
    Object.entries(claim)
      .map(([group, level]) => `${group}: ${level}`)
      .join(", ") || "none"
  );
}

interface NoAccessText {
  title: string;
  reason: string;
  back: string;
}

const englishNoAccess: NoAccessText = {
  title: "No access to the dashboard",
  reason: "Your account may not open the dashboard for this organization. Ask whoever looks after your school's accounts.",
  back: "Back to the portal",
};

const noAccessTexts: Record<string, NoAccessText> = {
  en: englishNoAccess,
  nb: {
    title: "Ingen tilgang til dashbordet",
    reason: "Kontoen din kan ikke åpne dashbordet for denne organisasjonen. Spør den som tar seg av skolens kontoer.",
    back: "Tilbake til portalen",
  },
  nn: {
    title: "Ingen tilgang til dashbordet",
    reason: "Kontoen din kan ikkje opne dashbordet for denne organisasjonen. Spør den som tek seg av kontoane på skulen.",
    back: "Tilbake til portalen",
  },
  fr: {
    title: "Pas d’accès au tableau de bord",
    reason:
      "Votre compte ne peut pas ouvrir le tableau de bord de cette organisation. Adressez-vous à la personne qui gère les comptes de votre école.",
    back: "Retour au portail",
  },
  nl: {
    title: "Geen toegang tot het dashboard",
    reason: "Je account kan het dashboard van deze organisatie niet openen. Vraag het aan wie de accounts van je school beheert.",
    back: "Terug naar het portaal",
  },
  "pt-BR": {
    title: "Sem acesso ao painel",
    reason: "Sua conta não pode abrir o painel desta organização. Fale com quem cuida das contas da sua escola.",
    back: "Voltar ao portal",
  },
};
