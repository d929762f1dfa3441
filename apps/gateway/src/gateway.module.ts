import type { DynamicModule, MiddlewareConsumer, NestModule } from '@nestjs/common';
import { Inject, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule, RouterModule } from '@nestjs/core';
import { ContractClient, isTracing, MessagingModule } from '@postrider/messaging';
import { CONFIG, databaseModule, RetentionTask, traceHttp } from '@postrider/service';
import { AccountUsersModule } from './account-users/account-users.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { authenticate } from './authentication/authentication.middleware.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { AuthenticationService } from './authentication/authentication.service.js';
import { ScopeGuard } from './authentication/scope.guard.js';
import { requireScope } from './authentication/scope.middleware.js';
import { BatchModule } from './batch/batch.module.js';
import { rewritePath } from './client-libraries/path.middleware.js';
import { rewriteBody } from './client-libraries/body.middleware.js';
import { ClientLibraryFilter } from './client-libraries/client-library.filter.js';
import { LenientPipe } from './client-libraries/lenient.pipe.js';
import type { GatewayConfig } from './config.js';
import { publicUrl, requiresHttps } from './config.js';
import { ConversionsController } from './conversions/conversions.controller.js';
import { CustomersController } from './customers/customers.controller.js';
import { ErasuresController } from './customers/erasures.controller.js';
import { builtDashboard, serveDashboard } from './dashboard/dashboard.middleware.js';
import { gatewayDatabase } from './database.js';
import { DripCampaignsController } from './drip-campaigns/drip-campaigns.controller.js';
import { EspAccountsController } from './esp-accounts/esp-accounts.controller.js';
import { EventStreams } from './event-streams/event-streams.js';
import { EventStreamsController } from './event-streams/event-streams.controller.js';
import { Admission } from './http/admission.js';
import { admit } from './http/admission.middleware.js';
import { logAccess } from './http/access-log.middleware.js';
import { checkPath } from './http/path.middleware.js';
import { BodyMemory } from './http/body-memory.js';
import { BodyPace } from './http/body-pace.js';
import { readBody } from './http/body.middleware.js';
import { findEndpoint } from './http/endpoint.middleware.js';
import { requireHttps } from './http/https.middleware.js';
import { HeldRefusals } from './http/held-refusals.js';
import { inOrder } from './http/in-order.js';
import { nameAccount } from './http/name-account.middleware.js';
import { assignRequestId } from './http/request-id.middleware.js';
import { setResponseHeaders } from './http/response-headers.middleware.js';
import { Routes } from './http/routes.js';
import { I18nController } from './i18n/i18n.controller.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { RequestLimits } from './limits/request-limits.js';
import { LogsController } from './logs/logs.controller.js';
import { ApiDescription } from './openapi/api-description.js';
import { serveDocs } from './openapi/docs.middleware.js';
import { OidcModule } from './oidc/oidc.module.js';
import { OidcPages } from './oidc/oidc.middleware.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { PasswordResetsModule } from './password-resets/password-resets.module.js';
import { takeProviderReports } from './provider-reports/provider-reports.middleware.js';
import { gatewayRetention } from './retention.js';
import { RenderController } from './render/render.controller.js';
import { AttachmentUploader } from './send/attachment-uploader.js';
import { SendController } from './send/send.controller.js';
import { SessionAuthenticationService } from './authentication/session-authentication.service.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { FailuresController } from './failures/failures.controller.js';
import { QueueController } from './queue/queue.controller.js';
import { SnippetsController } from './snippets/snippets.controller.js';
import { SuppressionsController } from './suppressions/suppressions.controller.js';
import { StatisticsController } from './statistics/statistics.controller.js';
import { serveTracking } from './tracking/tracking.middleware.js';
import { TrackingDomains } from './tracking/tracking-domains.js';
import { TrackingLinks } from './tracking/tracking-links.js';
import { TrackingModule } from './tracking/tracking.module.js';
import { LastSent } from './templates/last-sent.js';
import { SamplesController } from './templates/samples.controller.js';
import { TemplatesController } from './templates/templates.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** Connections of the pool that the requests of one account may hold at a time (docs/limits.md#database). */
const shareOf = (pool: number): number => Math.ceil(pool / 4);

@Module({})
export class GatewayModule implements NestModule {
  static forConfig(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      global: true,
      imports: [
        databaseModule(gatewayDatabase, config.DATABASE_URL, config.DATABASE_POOL, shareOf(config.DATABASE_POOL)),
        MessagingModule.forCaller('gateway', config.AMQP_URL),
        DiscoveryModule,
        AuthenticationModule,
        AccountsModule,
        AccountUsersModule,
        AuditModule,
        ApiKeysModule,
        BatchModule,
        InvitationsModule,
        LimitsModule,
        OidcModule,
        OpenApiModule,
        PasswordResetsModule,
        SessionsModule,
        TrackingModule,
        RouterModule.register([
          {
            path: 'api/v1',
            module: GatewayModule,
            children: [
              AccountsModule,
              AccountUsersModule,
              AuditModule,
              ApiKeysModule,
              BatchModule,
              InvitationsModule,
              LimitsModule,
              OidcModule,
              OpenApiModule,
              PasswordResetsModule,
              SessionsModule,
            ],
          },
        ]),
      ],
      // The busiest first: Express looks for the route in this order, then in the modules above.
      controllers: [
        SendController,
        LogsController,
        CustomersController,
        ErasuresController,
        ConversionsController,
        RenderController,
        TemplatesController,
        SamplesController,
        SnippetsController,
        DripCampaignsController,
        EspAccountsController,
        WebhooksController,
        FailuresController,
        QueueController,
        SuppressionsController,
        StatisticsController,
        EventStreamsController,
        I18nController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        RetentionTask.forRules(gatewayRetention),
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_PIPE, useClass: LenientPipe },
        { provide: APP_FILTER, useClass: ClientLibraryFilter },
        HeldRefusals,
        AttachmentUploader,
        EventStreams,
        LastSent,
      ],
      exports: [CONFIG],
    };
  }

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly keys: AuthenticationService,
    private readonly sessions: SessionAuthenticationService,
    private readonly oidc: OidcPages,
    private readonly routes: Routes,
    private readonly description: ApiDescription,
    private readonly limits: RequestLimits,
    private readonly links: TrackingLinks,
    private readonly domains: TrackingDomains,
    private readonly bodies: BodyPace,
    private readonly services: ContractClient,
  ) {}

  /**
   * What happens to every request, whatever its address; then come the guard, the pipes and the controller. An element of a batch comes by
   * here too: it brings along what its batch was given, so nothing is asked or read twice.
   */
  configure(consumer: MiddlewareConsumer): void {
    const { REQUEST_TIMEOUT_MS, BODY_MEMORY_MB, DASHBOARD_DIRECTORY } = this.config;
    const memory = new BodyMemory(BODY_MEMORY_MB * 1024 * 1024);
    consumer
      .apply(
        inOrder(
          ...(isTracing() ? [traceHttp] : []),
          logAccess,
          assignRequestId(REQUEST_TIMEOUT_MS),
          setResponseHeaders,
          serveTracking(this.links, this.domains, this.bodies),
          rewritePath,
          ...(requiresHttps(this.config) ? [requireHttps] : []),
          serveDocs(this.description),
          this.oidc.serve,
          takeProviderReports(this.services, memory, this.bodies, publicUrl(this.config)),
          serveDashboard(DASHBOARD_DIRECTORY ?? builtDashboard),
          checkPath,
          authenticate({
            keys: this.keys,
            sessions: this.sessions,
            routes: this.routes,
            publicOrigin: new URL(publicUrl(this.config)).origin,
          }),
          this.limits.limitRequests,
          nameAccount,
          findEndpoint(this.routes),
          requireScope,
          this.limits.limitRenders,
          readBody(memory, this.bodies),
          rewriteBody,
          admit(new Admission()),
        ),
      )
      .forRoutes('/');
  }
}
