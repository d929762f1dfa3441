import { defineAction, defineCommand } from '@postrider/service';
import { describeGateway } from '../describe-gateway.js';

/** `postrider openapi`: needs neither a running gateway nor a configuration. */
export const openapiCommand = defineCommand({
  name: 'openapi',
  action: defineAction({
    about: 'prints the OpenAPI document of the API',
    run: (_input, { print }) => {
      print(JSON.stringify(describeGateway(), null, 2));
    },
  }),
});
