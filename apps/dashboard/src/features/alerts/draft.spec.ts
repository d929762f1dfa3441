import { toBody, toDraft, newDraft } from './draft.js';
import type { Alert } from './queries.js';

const defaults = { address: 'ada@acme.example', timeZone: 'Europe/Berlin', language: 'en' as const };
const draft = newDraft(defaults);

describe('the form of an alert', () => {
  it('sends only the settings of the condition and the channel', () => {
    expect(toBody(draft)).toEqual({
      name: '',
      condition: 'bounce_rate',
      threshold: 5,
      minimum: 100,
      window: 24,
      channel: { type: 'email', addresses: ['ada@acme.example'] },
      language: 'en',
    });
    expect(toBody({ ...draft, condition: 'esp_account_paused', isQuiet: true })).toEqual({
      name: '',
      condition: 'esp_account_paused',
      channel: { type: 'email', addresses: ['ada@acme.example'] },
      quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
      language: 'en',
    });
    expect(toBody({ ...draft, condition: 'no_sends', window: '' })).not.toHaveProperty('window');
  });

  it('sends the schedule of a weekly report', () => {
    const schedule = { weekday: 'friday', hour: '17', time_zone: 'UTC' } as const;
    expect(toBody({ ...draft, condition: 'weekly_report', schedule })).toEqual({
      name: '',
      condition: 'weekly_report',
      schedule: { weekday: 'friday', hour: 17, time_zone: 'UTC' },
      channel: { type: 'email', addresses: ['ada@acme.example'] },
      language: 'en',
    });
  });

  it('takes addresses on lines or separated by commas', () => {
    const channel = { ...draft.channel, addresses: 'a@acme.example, b@acme.example\n\nc@acme.example ' };
    expect(toBody({ ...draft, channel }).channel).toEqual({
      type: 'email',
      addresses: ['a@acme.example', 'b@acme.example', 'c@acme.example'],
    });
  });

  it('keeps what is not changed, the address of Slack too', () => {
    const alert = {
      object: 'alert',
      id: 'alr_1',
      created: 1,
      name: 'Quiet',
      condition: 'no_sends',
      window: 3,
      channel: { type: 'slack', host: 'hooks.slack.com' },
      quiet_hours: { from: '20:00', to: '06:00', time_zone: 'UTC' },
      language: 'de',
      enabled: true,
      state: 'ok',
      since: 1,
      problems: [],
    } satisfies Alert;
    expect(toBody(toDraft(alert, 'Europe/Berlin'))).toEqual({
      name: 'Quiet',
      condition: 'no_sends',
      window: 3,
      channel: { type: 'slack' },
      quiet_hours: { from: '20:00', to: '06:00', time_zone: 'UTC' },
      language: 'de',
    });
    const channel = { ...draft.channel, type: 'slack' as const, webhook_url: 'https://hooks.slack.com/1' };
    expect(toBody({ ...draft, channel }).channel).toEqual({ type: 'slack', webhook_url: 'https://hooks.slack.com/1' });
  });
});
