import { banner, prepareEnvironment } from '../banner.js';
import { environmentOf } from '../environments.js';
import { schemas } from '../provision.js';

const chosenAtStart = 0;

/** For what starts each app in a process of its own: sees to secrets, roles and schemas, and prints what the apps are to be started with. */
try {
  const surroundings = await prepareEnvironment();
  const { config, secrets, smtpUrl } = surroundings;
  const environments = schemas.map((app) => [app, environmentOf(app, surroundings, chosenAtStart)]);
  const catcherUrl = config.DEFAULT_SMTP_URL ? undefined : `http://127.0.0.1:${config.CATCHER_HTTP_PORT}`;
  console.log(
    JSON.stringify({
      banner: banner(surroundings, catcherUrl),
      liveKey: secrets.liveKey,
      testKey: secrets.testKey,
      smtpUrl,
      environments: Object.fromEntries(environments),
    }),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
