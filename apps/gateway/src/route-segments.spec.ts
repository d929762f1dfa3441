import { routeSegments } from '@postrider/contracts';
import { controllers } from './describe-gateway.js';
import { getEndpoints } from './http/endpoint-metadata.js';

const paths = controllers.flatMap((controller) => getEndpoints(controller)).map(({ path }) => path.split('/'));

it.each([
  ['templates', routeSegments.template],
  ['snippets', routeSegments.snippet],
  ['esp_accounts', routeSegments.espAccount],
  ['drip_campaigns', routeSegments.dripCampaign],
] as const)('the fixed path segments under /%s are reserved for imported ids', (resource, rejected) => {
  const segments = paths.flatMap(([, first, second]) =>
    first === resource && second !== undefined && !second.startsWith(':') ? [second] : [],
  );
  expect([...new Set(segments)].toSorted()).toEqual(rejected);
});
