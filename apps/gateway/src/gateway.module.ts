import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessagingModule } from '@postrider/messaging';
import { CONFIG, databaseModule } from '@postrider/service';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { BootstrapService } from './accounts/bootstrap.service.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysRepository } from './api-keys/api-keys.repository.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { AuthenticationService } from './authentication/authentication.service.js';
import { KeyUsage } from './authentication/key-usage.js';
import { ScopeGuard } from './authentication/scope.guard.js';
import { BatchController } from './batch/batch.controller.js';
import { BatchService } from './batch/batch.service.js';
import { ClientLibraryFilter } from './client-libraries/client-library.filter.js';
import { LenientPipe } from './client-libraries/lenient.pipe.js';
import type { GatewayConfig } from './config.js';
import { ConversionsController } from './conversions/conversions.controller.js';
import { CustomersController } from './customers/customers.controller.js';
import { gatewayDatabase } from './database.js';
import { DripCampaignsController } from './drip-campaigns/drip-campaigns.controller.js';
import { EspAccountsController } from './esp-accounts/esp-accounts.controller.js';
import { Gate } from './http/gate.js';
import { I18nController } from './i18n/i18n.controller.js';
import { LogsController } from './logs/logs.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { RenderController } from './render/render.controller.js';
import { AttachmentStore } from './send/attachment-store.js';
import { SendController } from './send/send.controller.js';
import { SnippetsController } from './snippets/snippets.controller.js';
import { TemplatesController } from './templates/templates.controller.js';

@Module({})
export class GatewayModule {
  static forConfig(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      global: true,
      imports: [
        databaseModule(gatewayDatabase, config.DATABASE_URL, config.DATABASE_POOL),
        TypeOrmModule.forFeature([ApiKeyEntity]),
        DiscoveryModule,
        MessagingModule.forCaller('gateway', config.AMQP_URL),
      ],
      // The busiest first: Express looks for the route in this order.
      controllers: [
        SendController,
        LogsController,
        CustomersController,
        ConversionsController,
        RenderController,
        TemplatesController,
        SnippetsController,
        DripCampaignsController,
        EspAccountsController,
        I18nController,
        ApiKeysController,
        BatchController,
        OpenApiController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: APP_PIPE, useClass: LenientPipe },
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_FILTER, useClass: ClientLibraryFilter },
        Gate,
        AuthenticationService,
        KeyUsage,
        BootstrapService,
        AccountsRepository,
        ApiKeysService,
        ApiKeysRepository,
        BatchService,
        AttachmentStore,
      ],
      exports: [CONFIG],
    };
  }
}
