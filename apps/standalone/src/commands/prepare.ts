import { banner, prepareEnvironment } from '../banner.js';
import { buildEnvironment } from '../environments.js';
import { schemas } from '../provision.js';

const portChosenAtStart = 0;

/**
 * Prepares secrets, roles and schemas, and prints the environment of each app for a launcher that starts them as
 * processes.
 */
try {
  const installation = await prepareEnvironment();
  const { config, secrets, smtpUrl } = installation;
  const environments = schemas.map((app) => [app, buildEnvironment(app, installation, portChosenAtStart)]);
  const catcherUrl = config.DEFAULT_SMTP_URL ? undefined : `http://127.0.0.1:${config.CATCHER_HTTP_PORT}`;
  console.log(
    JSON.stringify({
      banner: banner(installation, catcherUrl),
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
