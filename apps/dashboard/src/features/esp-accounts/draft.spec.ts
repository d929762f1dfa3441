import { toBody, toCreateBody, toDraft, toFields, toUpdateBody } from './draft.js';
import type { EspAccount } from './queries.js';

const relay: EspAccount = {
  object: 'esp_account',
  id: 'esp_1',
  created: 1_790_000_000,
  esp_type: 'smtp',
  name: 'Relay',
  rate_per_second: 14,
  default_sender: { address: 'a@acme.example', name: 'Acme', reply_to: '' },
};

describe('the form of an ESP account', () => {
  it('creates an account with the credentials of its type', () => {
    const draft = {
      ...toDraft('smtp'),
      name: 'Relay',
      credentials: { ...toDraft('smtp').credentials, host: 'smtp.acme.example', port: '2525' },
    };
    expect(toCreateBody('smtp', draft)).toEqual({
      name: 'Relay',
      esp_type: 'smtp',
      credentials: { host: 'smtp.acme.example', port: 2525, username: '', password: '', use_tls: true },
    });
  });

  it('keeps set fields and unedited credentials', () => {
    expect(toUpdateBody('smtp', toDraft('smtp', relay))).toEqual({
      name: 'Relay',
      rate_per_second: 14,
      default_sender: { address: 'a@acme.example', name: 'Acme', reply_to: 'a@acme.example' },
    });
  });

  it('removes emptied fields and sends all credentials when one changed', () => {
    const draft = {
      ...toDraft('smtp', relay),
      rate_per_second: '',
      default_sender: { address: '', name: '', reply_to: '' },
      credentials: { ...toDraft('smtp').credentials, host: 'other.acme.example' },
    };
    expect(toUpdateBody('smtp', draft)).toEqual({
      name: 'Relay',
      credentials: { host: 'other.acme.example', port: 587, username: '', password: '', use_tls: true },
    });
  });

  it('sends each field that PUT would remove otherwise', () => {
    const fields = toFields('smtp', { ...toDraft('smtp', relay), rate_per_second: '' });
    expect(fields).toMatchObject({ name: 'Relay', rate_per_second: null, fallback: null });
    expect(Object.keys(fields)).not.toContain('credentials');
    expect(toBody(fields)).toEqual({
      name: 'Relay',
      default_sender: { address: 'a@acme.example', name: 'Acme', reply_to: 'a@acme.example' },
    });
  });

  it('sends no field of another type', () => {
    const draft = {
      ...toDraft('esp_kind_2'),
      implicit_tls: true,
      bounces: true,
      configuration_set: 'x',
      region: 'eu',
    };
    expect(toCreateBody('esp_kind_2', draft)).toEqual({
      name: '',
      esp_type: 'esp_kind_2',
      credentials: { api_key: '', domain: '' },
      region: 'eu',
    });
  });
});
