import type { CredentialsOf, ReportingEspType, WebhookSettingsOf } from '@postrider/contracts';
import { basicAuthorization, ProviderApi } from './provider-api.js';

/** The types whose providers let a webhook be registered by the credentials that mail is sent with. */
export type RegistrableEspType = Exclude<ReportingEspType, 'esp_kind_5'>;

interface At<Type extends RegistrableEspType> {
  readonly baseUrl: string;
  readonly credentials: CredentialsOf<Type>;
  readonly url: string;
  /** The deadline of it all. */
  readonly signal: AbortSignal;
}

/**
 * Registers `url` at the provider, or brings what is registered there under it up to date. `known` is what reports are verified by so far; of types
 * that are told a name and a password, these. Answers what reports are to be verified by from now on.
 */
type Register<Type extends RegistrableEspType> = (
  at: At<Type>,
  known: WebhookSettingsOf<Type> | undefined,
) => Promise<WebhookSettingsOf<Type>>;

const name = 'Postrider';

const sendGrid: Register<'esp_kind_1'> = async ({ baseUrl, credentials, url, signal }) => {
  const api = new ProviderApi(baseUrl, signal, { authorization: `Bearer ${credentials.password}` });
  const path = '/v3/user/webhooks/event/settings';
  const { webhooks } = await api.ask('GET', `${path}/all`);
  const known = withUrl(webhooks, 'url', url);
  const events = ['processed', 'delivered', 'deferred', 'bounce', 'dropped', 'open', 'click', 'spam_report'];
  const all = [...events, 'unsubscribe', 'group_unsubscribe', 'group_resubscribe'];
  const json = { enabled: true, url, friendly_name: name, ...Object.fromEntries(all.map((event) => [event, true])) };
  const { id } = known
    ? await api.ask('PATCH', `${path}/${textIn(known, 'id')}`, { json })
    : await api.ask('POST', path, { json });
  const signed = await api.ask('PATCH', `${path}/signed/${String(id)}`, { json: { enabled: true } });
  return { public_key: textIn(signed, 'public_key') };
};

const mailgun: Register<'esp_kind_2'> = async ({ baseUrl, credentials, url, signal }) => {
  const api = new ProviderApi(baseUrl, signal, basicAuthorization('api', credentials.api_key));
  const path = `/v3/domains/${credentials.domain}/webhooks`;
  const events = [
    'accepted',
    'delivered',
    'temporary_fail',
    'permanent_fail',
    'opened',
    'clicked',
    'unsubscribed',
    'complained',
  ];
  for (const id of events) {
    if (await api.has(`${path}/${id}`)) await api.ask('PUT', `${path}/${id}`, { form: { url } });
    else await api.ask('POST', path, { form: { id, url } });
  }
  return { signing_key: textIn(await api.ask('GET', '/v5/accounts/http_signing_key'), 'http_signing_key') };
};

const mandrill: Register<'esp_kind_3'> = async ({ baseUrl, credentials: { api_key: key }, url, signal }) => {
  const api = new ProviderApi(baseUrl, signal);
  const events = [
    'send',
    'delivered',
    'deferral',
    'hard_bounce',
    'soft_bounce',
    'reject',
    'open',
    'click',
    'spam',
    'unsub',
  ];
  const { items } = await api.ask('POST', '/api/1.0/webhooks/list.json', { json: { key } });
  const known = withUrl(items, 'url', url);
  const json = { key, url, description: name, events };
  const registered = known
    ? await api.ask('POST', '/api/1.0/webhooks/update.json', { json: { ...json, id: known['id'] } })
    : await api.ask('POST', '/api/1.0/webhooks/add.json', { json });
  return { signing_key: textIn(registered, 'auth_key') };
};

const postmark: Register<'esp_kind_4'> = async ({ baseUrl, credentials, url, signal }, known) => {
  const settings = toldTo(known);
  const api = new ProviderApi(baseUrl, signal, { 'x-postmark-server-token': credentials.api_key });
  const on = { Enabled: true };
  const Triggers = {
    Delivery: on,
    Bounce: { ...on, IncludeContent: false },
    SpamComplaint: { ...on, IncludeContent: false },
    Open: { ...on, PostFirstOpenOnly: false },
    Click: on,
    SubscriptionChange: on,
  };
  const json = { Url: url, HttpAuth: { Username: settings.username, Password: settings.password }, Triggers };
  const { Webhooks } = await api.ask('GET', '/webhooks?MessageStream=outbound');
  const registered = withUrl(Webhooks, 'Url', url);
  if (registered) await api.ask('PUT', `/webhooks/${textIn(registered, 'ID')}`, { json });
  else await api.ask('POST', '/webhooks', { json: { ...json, MessageStream: 'outbound' } });
  return settings;
};

const mailjet: Register<'esp_kind_6'> = async ({ baseUrl, credentials, url, signal }, known) => {
  const settings = toldTo(known);
  const api = new ProviderApi(baseUrl, signal, basicAuthorization(credentials.api_key, credentials.secret_key));
  const path = '/v3/REST/eventcallbackurl';
  const { Data } = await api.ask('GET', path);
  const Url = withCredentials(url, settings);
  for (const EventType of ['sent', 'bounce', 'blocked', 'open', 'click', 'spam', 'unsub']) {
    // One address for each event, whatever it is now.
    const registered = listOf(Data).find((each) => each['EventType'] === EventType && each['IsBackup'] !== true);
    const json = { EventType, Url, Version: 2, Status: 'alive' };
    if (registered) await api.ask('PUT', `${path}/${textIn(registered, 'ID')}`, { json });
    else await api.ask('POST', path, { json });
  }
  return settings;
};

const sparkPost: Register<'esp_kind_8'> = async ({ baseUrl, credentials, url, signal }, known) => {
  const settings = toldTo(known);
  const api = new ProviderApi(baseUrl, signal, { authorization: credentials.api_key });
  const ofMessages = ['injection', 'delivery', 'delay', 'bounce', 'out_of_band', 'policy_rejection', 'spam_complaint'];
  const ofRecipients = ['open', 'amp_open', 'click', 'amp_click', 'list_unsubscribe', 'link_unsubscribe'];
  const json = {
    name,
    target: url,
    auth_type: 'basic',
    auth_credentials: settings,
    events: [...ofMessages, 'generation_failure', 'generation_rejection', ...ofRecipients],
  };
  const { results } = await api.ask('GET', '/api/v1/webhooks');
  const registered = withUrl(results, 'target', url);
  if (registered) await api.ask('PUT', `/api/v1/webhooks/${textIn(registered, 'id')}`, { json });
  else await api.ask('POST', '/api/v1/webhooks', { json });
  return settings;
};

/** By type; Amazon SES reports through an SNS topic, which the rights of a sender are not enough for. */
export const registrations: { readonly [Type in RegistrableEspType]: Register<Type> } = {
  esp_kind_1: sendGrid,
  esp_kind_2: mailgun,
  esp_kind_3: mandrill,
  esp_kind_4: postmark,
  esp_kind_6: mailjet,
  esp_kind_8: sparkPost,
};

/** Of types that are told a name and a password, what has to be known before: some providers try it at once. */
function toldTo<Settings>(known: Settings | undefined): Settings {
  if (known === undefined) throw new Error('A name and a password have to be chosen first');
  return known;
}

type Fields = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

const withUrl = (list: unknown, field: string, url: string): Fields | undefined =>
  listOf(list).find((each) => each[field] === url);

function textIn(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`The answer of the provider has no ${field}`);
}

function withCredentials(url: string, { username, password }: { username: string; password: string }): string {
  const address = new URL(url);
  [address.username, address.password] = [encodeURIComponent(username), encodeURIComponent(password)];
  return address.href;
}
