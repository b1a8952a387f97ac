/** The portal as one application. `addFeatures` below is the API's table of contents. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { accountRoutes } from "#/features/accounts/routes.ts";
import { recordRefusedAccess } from "#/features/audit/record-refused-access.ts";
import { auditRoutes } from "#/features/audit/routes.ts";
import { classImportRoutes } from "#/features/class-imports/routes.ts";
import { classMoveRoutes } from "#/features/class-moves/routes.ts";
import { classOverviewRoutes } from "#/features/class-overviews/routes.ts";
import { conformanceRoutes } from "#/features/conformance/routes.ts";
import { dashboardLoginRoutes } from "#/features/dashboard-login/routes.ts";
import { emailChangeRoutes } from "#/features/email-changes/routes.ts";
import { erasureRoutes } from "#/features/erasures/routes.ts";
import { federatedLoginRoutes } from "#/features/federated-login/routes.ts";
import { rememberRequests } from "#/features/game-login/remember-request.ts";
import { gameLoginRoutes } from "#/features/game-login/routes.ts";
import { createGameOrigins } from "#/features/games/list-game-origins.ts";
import { gameRightRoutes } from "#/features/game-rights/routes.ts";
import { gameRoutes } from "#/features/games/routes.ts";
import { healthRoutes } from "#/features/health/routes.ts";
import { OpenBoards } from "#/features/lessons/open-boards.ts";
import { lessonRoutes } from "#/features/lessons/routes.ts";
import { loginCheckRoutes } from "#/features/login-checks/routes.ts";
import { loginRoutes } from "#/features/login/routes.ts";
import { organizationRoutes } from "#/features/organizations/routes.ts";
import { passkeyRoutes } from "#/features/passkeys/routes.ts";
import { passwordRoutes } from "#/features/passwords/routes.ts";
import { personalDataRoutes } from "#/features/personal-data/routes.ts";
import { playerGroupRoutes } from "#/features/player-groups/routes.ts";
import { playerRoutes } from "#/features/players/routes.ts";
import { qrLoginRoutes } from "#/features/qr-login/routes.ts";
import { rightsRoutes } from "#/features/rights/routes.ts";
import { rosterRoutes } from "#/features/rosters/routes.ts";
import { seatRoutes } from "#/features/seats/routes.ts";
import { secondFactorRoutes } from "#/features/second-factor/routes.ts";
import { createSessionFinder } from "#/features/sessions/find-session.ts";
import { sessionRoutes } from "#/features/sessions/routes.ts";
import { registerMetadata } from "#/features/tokens/metadata.ts";
import { tokenRoutes } from "#/features/tokens/routes.ts";
import { supportViewRoutes } from "#/features/support-views/routes.ts";
import { transferRoutes } from "#/features/transfers/routes.ts";
import { userGroupRoutes } from "#/features/user-groups/routes.ts";
import { userRoutes } from "#/features/users/routes.ts";
import { openToGames } from "#/platform/http/cross-origin.ts";
import { createAddRoute } from "#/platform/http/endpoint-route.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { answerError } from "#/platform/http/error-handler.ts";
import { registerHealth } from "#/platform/http/health.ts";
import type { Readiness } from "#/platform/http/health.ts";
import { createHttpServer } from "#/platform/http/http-server.ts";
import { registerOpenApi } from "#/platform/http/open-api.ts";
import { registerWebApp } from "#/platform/http/web-app.ts";
import { createMaintenanceSwitch } from "#/platform/maintenance.ts";
import { noMeter } from "#/platform/metrics/meter.ts";
import type { Tracing } from "#/platform/tracing/tracing.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { AppContext } from "./context.ts";

export interface AppOptions {
  /** What /readyz and the management port report; by default the portal has started. */
  readiness?: Readiness;
  /** Whether to serve the built pages too. Tests of the API alone leave them out. */
  withPages?: boolean;
  tracing?: Tracing | undefined;
}

/** Builds the server. The caller lets it listen. */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings, database } = context;
  const app = await createHttpServer(settings, context.log);
  registerOpenApi(app, settings);
  options.tracing?.traceRequests(app, settings.trustedProxies);
  measureAnswers(app, context);
  openToGames(app);
  const maintenance = createMaintenanceSwitch(database);
  const findSession = createSessionFinder(context);
  rememberRequests(app, { context, findSession, maintenance });
  const boards = new OpenBoards(context);
  context.meter.watchBoards(() => boards.count);
  // Before the server waits for its connections: an open board would hold it up.
  app.addHook("preClose", () => boards.close());
  const add = createAddRoute(app, {
    settings,
    findSession,
    maintenance,
    recordRefusedAccess: (caller, call) => recordRefusedAccess(context, caller, call),
  });

  addFeatures(add, context, { boards, app });
  registerMetadata(app, context);
  registerHealth(app, { database, readiness: options.readiness ?? { isStarted: true, isStopping: false } });
  app.setNotFoundHandler((request, reply) => answerError(new Refusal("errors.notFound"), request, reply));
  if (options.withPages === true) {
    const { productName, companyUrl, supportEmail } = settings.brand;
    await registerWebApp(app, {
      isSecure: settings.isSecure,
      publicUrl: settings.publicUrl,
      settings: { dashboardUrl: settings.dashboard.url, productName, companyUrl, supportEmail },
      listGameOrigins: createGameOrigins(context),
      maintenance,
      // The form of a logout may lead to Feide. Browsers check the redirects of a form too.
      formTargets: settings.providers.FEIDE === undefined ? [] : [new URL(settings.providers.FEIDE.issuer).origin],
    });
  }
  return app;
}

/** Each feature adds its calls. */
function addFeatures(add: AddRoute, context: AppContext, { boards, app }: { boards: OpenBoards; app: FastifyInstance }): void {
  loginRoutes(add, context, app);
  secondFactorRoutes(add, context);
  passkeyRoutes(add, context);
  federatedLoginRoutes(add, context);
  passwordRoutes(add, context);
  qrLoginRoutes(add, context);
  accountRoutes(add, context);
  emailChangeRoutes(add, context);
  sessionRoutes(add, context);
  organizationRoutes(add, context);
  userGroupRoutes(add, context);
  rightsRoutes(add, context);
  userRoutes(add, context);
  playerGroupRoutes(add, context);
  playerRoutes(add, context);
  classImportRoutes(add, context);
  rosterRoutes(add, context);
  classMoveRoutes(add, context);
  transferRoutes(add, context);
  classOverviewRoutes(add, context);
  lessonRoutes(add, context, boards);
  seatRoutes(add, context);
  loginCheckRoutes(add, context);
  erasureRoutes(add, context);
  personalDataRoutes(add, context);
  supportViewRoutes(add, context);
  gameRoutes(add, context);
  gameRightRoutes(add, context);
  conformanceRoutes(add, context, app);
  gameLoginRoutes(add, context);
  dashboardLoginRoutes(add, context);
  tokenRoutes(add, context);
  auditRoutes(add, context);
  healthRoutes(add, context);
}

/** Without a meter no request pays for the hooks. */
function measureAnswers(app: FastifyInstance, { meter }: AppContext): void {
  if (meter === noMeter) return;
  const measured = new WeakSet<FastifyReply>();
  app.addHook("onRequest", (request, reply, done) => {
    // If the client leaves before the end of the answer, Fastify does not call the other hook. It may be a proxy that waited for too long.
    reply.raw.once("close", () => {
      if (!measured.has(reply)) meter.abandoned(request, reply);
    });
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    measured.add(reply);
    meter.answered(request, reply);
    done();
  });
}
