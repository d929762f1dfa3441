import { defineAction, defineCommand, describeConfig } from '@postrider/service';
import { catcherConfig } from '../../../catcher/src/config.js';
import { customerConfig } from '../../../customer/src/customer.module.js';
import { deliveryConfig } from '../../../delivery/src/config.js';
import { dripConfig } from '../../../drip/src/drip.module.js';
import { gatewayConfig } from '../../../gateway/src/config.js';
import { templateConfig } from '../../../template/src/template.module.js';
import { trackingConfig } from '../../../tracking/src/config.js';
import { standaloneConfig } from '../config.js';

const definitions = [
  standaloneConfig,
  gatewayConfig,
  templateConfig,
  deliveryConfig,
  trackingConfig,
  customerConfig,
  dripConfig,
  catcherConfig,
];

/** `postrider config`: the variables of every app as Markdown tables. */
export const configCommand = defineCommand({
  name: 'config',
  action: defineAction({
    about: 'prints every environment variable of every app with its default and meaning',
    run: (_input, { print }) => {
      print(definitions.map((definition) => describeConfig(definition)).join('\n'));
    },
  }),
});
