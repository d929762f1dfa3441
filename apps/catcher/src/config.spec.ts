import { catcherConfig } from './config.js';

describe('the configuration of the catcher', () => {
  it('needs nothing, and listens on this machine alone', () => {
    expect(catcherConfig.read({})).toMatchObject({ CATCHER_HOST: '127.0.0.1', CATCHER_HTTP_PORT: 8025 });
  });

  it('says of every variable what it means', () => {
    for (const [name, variable] of Object.entries(catcherConfig.schema.shape))
      expect([name, variable.description]).toEqual([name, expect.any(String)]);
  });
});
