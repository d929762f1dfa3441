import { gatewayConfig } from './config.js';
import { GatewayModule } from './gateway.module.js';
import { controllersOf } from './openapi/controllers.js';
import { describeApi } from './openapi/openapi.js';

/** The description of the API without a gateway that runs: what `npm run openapi` prints, and what the client is made from. */
export const describeGateway = (): object =>
  describeApi(
    controllersOf(
      GatewayModule.forConfig(gatewayConfig.read({ DATABASE_URL: 'postgres://localhost', AMQP_URL: 'memory:' })),
    ),
  );
