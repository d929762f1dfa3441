import type { DynamicModule, MiddlewareConsumer, NestModule, Type } from '@nestjs/common';
import { Inject, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, RouterModule } from '@nestjs/core';
import { MessagingModule, isTracing } from '@postrider/messaging';
import { CONFIG, RetentionTask, databaseModule, traceHttp } from '@postrider/service';
import { AccountUsersModule } from './account-users/account-users.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { Authentication } from './authentication/authentication.middleware.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { ScopeGuard } from './authentication/scope.guard.js';
import { BatchModule } from './batch/batch.module.js';
import { rewriteBody } from './client-libraries/body.middleware.js';
import { ClientLibraryFilter } from './client-libraries/client-library.filter.js';
import { LenientPipe, rewritePath } from './client-libraries/lenience.js';
import type { GatewayConfig } from './config.js';
import { publicUrl, requiresHttps } from './config.js';
import { CustomersModule } from './customers/customers.module.js';
import { builtDashboard, serveDashboard } from './dashboard/dashboard.middleware.js';
import { gatewayDatabase, gatewayRetention } from './database.js';
import { DripCampaignsModule } from './drip-campaigns/drip-campaigns.module.js';
import { EspAccountsModule } from './esp-accounts/esp-accounts.module.js';
import { ProviderReports } from './esp-accounts/provider-reports.middleware.js';
import { EventStreamsModule } from './event-streams/event-streams.module.js';
import { FailuresModule } from './failures/failures.module.js';
import { logAccess } from './http/access-log.middleware.js';
import { Admission, admit } from './http/admission.js';
import { ERROR_FORMS } from './http/api-error.filter.js';
import { BodyReader } from './http/body.middleware.js';
import { HttpModule } from './http/http.module.js';
import { inOrder } from './http/api-request.js';
import { checkPath } from './http/path.middleware.js';
import { assignRequestId, setLogContext, requireHttps, setResponseHeaders } from './http/request.middleware.js';
import { HookCalls, supabaseErrors } from './hook-calls/hook-calls.middleware.js';
import { HookCallsModule } from './hook-calls/hook-calls.module.js';
import { I18nModule } from './i18n/i18n.module.js';
import { IdentityHooksModule } from './identity-hooks/identity-hooks.module.js';
import { ImagesModule } from './images/images.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { RequestLimits } from './limits/request-limits.js';
import { LogsModule } from './logs/logs.module.js';
import { mcpErrors } from './mcp/mcp-errors.js';
import { prepareMcp } from './mcp/mcp.middleware.js';
import { McpModule } from './mcp/mcp.module.js';
import { OidcPages } from './oidc/oidc.middleware.js';
import { OidcModule } from './oidc/oidc.module.js';
import { ApiDescription } from './openapi/openapi.js';
import { serveDocs } from './docs/docs.middleware.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { PasswordResetsModule } from './password-resets/password-resets.module.js';
import { QueueModule } from './queue/queue.module.js';
import { ReadyTemplatesModule } from './ready-templates/ready-templates.module.js';
import { RenderModule } from './render/render.module.js';
import { resendErrors } from './resend-api/resend-errors.js';
import { rejectUnavailable, rewriteResend } from './resend-api/resend.middleware.js';
import { ResendModule } from './resend-api/resend.module.js';
import { RawMailsModule } from './raw-mails/raw-mails.module.js';
import { TestClocksModule } from './test-clocks/test-clocks.module.js';
import { SendProposalsModule } from './send-proposals/send-proposals.module.js';
import { SendModule } from './send/send.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SmtpModule } from './smtp/smtp.module.js';
import { SnippetsModule } from './snippets/snippets.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { SuppressionsModule } from './suppressions/suppressions.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TrackingPages } from './tracking/tracking.middleware.js';
import { TrackingModule } from './tracking/tracking.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The modules with the controllers of the API. Express tries routes in this order, so the busiest come first. */
export const features: readonly Type[] = [
  SendModule,
  RawMailsModule,
  SendProposalsModule,
  TestClocksModule,
  LogsModule,
  CustomersModule,
  RenderModule,
  TemplatesModule,
  SnippetsModule,
  ImagesModule,
  DripCampaignsModule,
  EspAccountsModule,
  WebhooksModule,
  AlertsModule,
  IdentityHooksModule,
  ReadyTemplatesModule,
  FailuresModule,
  QueueModule,
  SuppressionsModule,
  StatisticsModule,
  EventStreamsModule,
  I18nModule,
  AccountsModule,
  AccountUsersModule,
  InvitationsModule,
  SessionsModule,
  AuditModule,
  ApiKeysModule,
  BatchModule,
  LimitsModule,
  OidcModule,
  OpenApiModule,
  PasswordResetsModule,
];

/** Connections that the requests of one account may hold at a time (docs/operate/limits-internal.md#database). */
const maxPerAccount = (pool: number): number => Math.ceil(pool / 4);

@Module({})
export class GatewayModule implements NestModule {
  static forConfig(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      global: true,
      imports: [
        databaseModule(gatewayDatabase, config.DATABASE_URL, config.DATABASE_POOL, maxPerAccount(config.DATABASE_POOL)),
        MessagingModule.forCaller('gateway', config.AMQP_URL),
        AuthenticationModule,
        HttpModule,
        SmtpModule,
        HookCallsModule,
        TrackingModule,
        ...features,
        ResendModule,
        McpModule,
        RouterModule.register([{ path: 'api/v1', children: [...features] }]),
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        RetentionTask.forRules(gatewayRetention),
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_PIPE, useClass: LenientPipe },
        { provide: ERROR_FORMS, useValue: [resendErrors, supabaseErrors, mcpErrors] },
        { provide: APP_FILTER, useClass: ClientLibraryFilter },
      ],
      exports: [CONFIG],
    };
  }

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly tracking: TrackingPages,
    private readonly description: ApiDescription,
    private readonly oidc: OidcPages,
    private readonly reports: ProviderReports,
    private readonly hooks: HookCalls,
    private readonly authentication: Authentication,
    private readonly limits: RequestLimits,
    private readonly bodies: BodyReader,
    private readonly admission: Admission,
  ) {}

  /**
   * The middleware of every request, before guard, pipes and controller. It also runs for each element of a batch,
   * which brings the caller, the deadline and the parsed body of its batch.
   */
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(
        inOrder(
          ...(isTracing() ? [traceHttp] : []),
          logAccess,
          assignRequestId(this.config.REQUEST_TIMEOUT_MS),
          setResponseHeaders,
          this.tracking.serve,
          rewritePath,
          rewriteResend,
          prepareMcp(new URL(publicUrl(this.config)).origin),
          ...(requiresHttps(this.config) ? [requireHttps] : []),
          serveDocs(this.description),
          this.oidc.serve,
          this.reports.serve,
          this.hooks.serve,
          serveDashboard(this.config.DASHBOARD_DIRECTORY ?? builtDashboard),
          checkPath,
          this.authentication.authenticate,
          this.limits.limitRequests,
          setLogContext,
          this.authentication.authorize,
          rejectUnavailable,
          this.limits.limitRenders,
          this.bodies.readBody,
          rewriteBody,
          admit(this.admission),
        ),
      )
      .forRoutes('/');
  }
}
