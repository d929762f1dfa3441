import { catcherConfig } from './config.js';

describe('the configuration of the catcher', () => {
  it('has defaults for all variables, and listens only on this machine', () => {
    expect(catcherConfig.read({})).toMatchObject({ CATCHER_HOST: '127.0.0.1', CATCHER_HTTP_PORT: 8025 });
  });

  it('describes every variable', () => {
    for (const [name, variable] of Object.entries(catcherConfig.schema.shape))
      expect([name, variable.description]).toEqual([name, expect.any(String)]);
  });
});
