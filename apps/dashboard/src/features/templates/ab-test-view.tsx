import type { components } from '@postrider/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.js';
import { figure, share, t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';
import { Field } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { say } from '../../ui/toasts.js';
import type { Template } from './requests.js';
import { beginTest, publishVersion, readTemplate } from './requests.js';

type VersionFigures = components['schemas']['VersionFigures'];
type RateName = 'opened' | 'clicked' | 'converted' | 'unsubscribed';

const figuresQuery = (template: string) =>
  queryOptions({
    queryKey: ['templates', template, 'figures'],
    queryFn: ({ signal }) => answer(api.GET('/stats', { params: { query: { template } }, signal })),
    refetchInterval: 30_000,
  });

/** Which of several versions does better, and whether that can be chance. */
export function AbTestView({ template }: { readonly template: Template }) {
  const figures = useQuery(figuresQuery(template.id));
  const sent = sentOf(template);
  return (
    <div className="templates-scroll stack">
      {sent.length > 1 ? <Running template={template} /> : <Beginning key={template.locale} template={template} />}
      <section className="stack" aria-labelledby="templates-figures">
        <h2 id="templates-figures">{t('Figures of the last 30 days')}</h2>
        <Loaded query={figures}>{({ versions = [] }) => <Figures template={template} versions={versions} />}</Loaded>
      </section>
    </div>
  );
}

const sentOf = ({ versions }: Template) => versions.filter(({ published }) => published);

function Running({ template }: { readonly template: Template }) {
  const queries = useQueryClient();
  const whyNot = useWhyNot('editor');
  const sent = sentOf(template);
  const end = useMutation({
    mutationFn: (version_id: string) =>
      publishVersion({ template_id: template.id, locale: template.locale, version_id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      say(t('The test is over: from now on everybody gets this version'));
    },
  });
  return (
    <section className="stack" aria-labelledby="templates-running">
      <h2 id="templates-running">{t('A test is running')}</h2>
      <p className="muted">
        {t(
          'The address of a recipient decides which version it gets, always the same one. Choose one to end the test.',
        )}
      </p>
      <ul className="templates-versions">
        {sent.map((version) => (
          <li key={version.id} className="templates-version">
            <strong>{version.name}</strong>
            <Badge tone="ok">{t('Sent in a test')}</Badge>
            <span />
            <Button
              small
              onClick={() => end.mutate(version.id)}
              busy={end.isPending && end.variables === version.id}
              why={whyNot}
            >
              {t('End it with this one')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Beginning({ template }: { readonly template: Template }) {
  const queries = useQueryClient();
  const whyNot = useWhyNot('editor');
  const [published] = useState(() => sentOf(template));
  const [weights, setWeights] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(published.map(({ id }) => [id, '1'])),
  );
  const begin = useMutation({
    mutationFn: async (versions: readonly { readonly id: string; readonly weight: number }[]) => {
      const place = { template_id: template.id, locale: template.locale };
      const { data: now, tag } = await readTemplate(place);
      const sent = sentOf(now);
      if (sent.map(({ id }) => id).join() !== published.map(({ id }) => id).join())
        throw new Error(
          t(
            'Somebody else published {name} meanwhile, so no test was begun. Load the page again to begin one with it.',
            {
              name: sent.map(({ name }) => name).join(', '),
            },
          ),
        );
      return beginTest(place, versions, tag);
    },
    meta: { showsFailure: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      say(t('The test is running'));
    },
  });
  const total = Object.values(weights).reduce((sum, weight) => sum + Number(weight), 0);
  if (template.versions.length < 2)
    return (
      <p className="muted">{t('A test compares versions: write a second one, save it as a draft, and come back.')}</p>
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate(Object.entries(weights).map(([id, weight]) => ({ id, weight: Number(weight) })));
      }}
    >
      <h2>{t('Try versions against each other')}</h2>
      <p className="muted">{t('Choose two or more. Each is sent as often as its weight says.')}</p>
      <ul className="templates-versions">
        {template.versions.toReversed().map(({ id, name, published: isSent }) => (
          <li key={id} className="templates-version templates-weight">
            <label className="ui-checkbox">
              <input
                type="checkbox"
                checked={weights[id] !== undefined}
                onChange={(event) => {
                  const { [id]: _weight, ...others } = weights;
                  setWeights(event.target.checked ? { ...others, [id]: '1' } : others);
                }}
              />
              <span>{name}</span>
            </label>
            {isSent ? <Badge tone="ok">{t('Published')}</Badge> : <Badge>{t('Draft')}</Badge>}
            {weights[id] === undefined ? (
              <span />
            ) : (
              <Field
                label={t('Weight')}
                // Whose, the row says to the eye.
                aria-label={t('Weight of {name}', { name })}
                // As it was sent: the API names a field by its place.
                name={`versions.${begin.variables?.findIndex((sent) => sent.id === id) ?? -1}.weight`}
                type="number"
                min={1}
                max={1000}
                required
                hint={share(Number(weights[id]) / Math.max(total, 1))}
                value={weights[id]}
                onChange={(weight) => setWeights({ ...weights, [id]: weight })}
                failure={begin.error}
              />
            )}
          </li>
        ))}
      </ul>
      {begin.error && <Failure error={begin.error} />}
      <div className="row">
        <Button
          type="submit"
          tone="primary"
          busy={begin.isPending}
          why={whyNot ?? (Object.keys(weights).length < 2 ? t('A test needs two versions at least.') : undefined)}
        >
          {t('Begin the test')}
        </Button>
      </div>
    </form>
  );
}

function Figures({
  template,
  versions,
}: {
  readonly template: Template;
  readonly versions: readonly VersionFigures[];
}) {
  if (versions.length === 0) return <p className="muted">{t('Nothing was sent of it in this time.')}</p>;
  const rates: readonly (readonly [RateName, string])[] = [
    ['opened', t('Opened')],
    ['clicked', t('Clicked')],
    ['converted', t('Converted')],
    ['unsubscribed', t('Unsubscribed')],
  ];
  const nameOf = (id: string): string => template.versions.find((version) => version.id === id)?.name ?? id;
  return (
    <div className="templates-figures" tabIndex={0} role="region" aria-label={t('Figures by version')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Version')}</th>
            <th scope="col" className="figures">
              {t('Sent')}
            </th>
            {rates.map(([rate, label]) => (
              <th key={rate} scope="col" className="figures">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.version}>
              <th scope="row">{nameOf(version.version)}</th>
              <td className="figures">{figure(version.sent)}</td>
              {rates.map(([rate]) => (
                <td key={rate} className="figures">
                  <RateCell version={version} rate={rate} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted caption">
        {t(
          'In brackets: where the true rate is with a confidence of 95 %. The differences are those from the first version.',
        )}
      </p>
    </div>
  );
}

function RateCell({ version, rate }: { readonly version: VersionFigures; readonly rate: RateName }) {
  const { rate: value, low, high } = version.rates[rate];
  const compared = version.compared?.[rate];
  return (
    <>
      <span>{share(value)}</span>
      <br />
      <span className="muted caption">
        ({share(low)}–{share(high)})
      </span>
      {compared && (
        <div className="caption">
          {compared.difference > 0 ? '+' : ''}
          {share(compared.difference)}{' '}
          {compared.significant ? (
            <strong>{t('Significant')}</strong>
          ) : (
            <span className="muted">{t('Not significant yet')}</span>
          )}
        </div>
      )}
    </>
  );
}
