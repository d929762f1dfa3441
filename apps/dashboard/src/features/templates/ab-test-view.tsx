import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap, api } from '../../api/client.js';
import { share, t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { CheckField, Field, Form, useRequestForm } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { toast } from '../../ui/toasts.js';
import { versionLabel } from './queries.js';
import type { Template } from './requests.js';
import { beginTest, publishVersion, readTemplate } from './requests.js';
import { FiguresByVersion } from './figures-by-version.js';

const figuresQuery = (template: string) =>
  queryOptions({
    queryKey: ['templates', template, 'figures'],
    queryFn: ({ signal }) => unwrap(api.GET('/stats', { params: { query: { template } }, signal })),
    refetchInterval: 30_000,
  });

/** Which version performs better, and whether the difference is significant. */
export function AbTestView({ template }: { readonly template: Template }) {
  const figures = useQuery(figuresQuery(template.id));
  const sent = getSent(template);
  return (
    <div className="templates-scroll stack">
      {sent.length > 1 ? <Running template={template} /> : <StartTest key={template.locale} template={template} />}
      <section className="stack" aria-labelledby="templates-figures">
        <h2 id="templates-figures">{t('Last 30 days')}</h2>
        <Loaded query={figures}>
          {({ versions = [] }) => <FiguresByVersion locales={[template]} versions={versions} />}
        </Loaded>
      </section>
    </div>
  );
}

const getSent = ({ versions }: Template) => versions.filter(({ published }) => published);

function Running({ template }: { readonly template: Template }) {
  const queries = useQueryClient();
  const whyNot = useWhyNot('editor');
  const sent = getSent(template);
  const end = useMutation({
    mutationFn: (version_id: string) =>
      publishVersion({ template_id: template.id, locale: template.locale, version_id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      toast(t('Test ended. All recipients now get this version.'));
    },
  });
  return (
    <section className="stack" aria-labelledby="templates-running">
      <h2 id="templates-running">{t('Test running')}</h2>
      <p className="muted">{t('Each recipient always gets the same version. Choose a winner to end the test.')}</p>
      <ul className="templates-versions">
        {sent.map((version) => (
          <li key={version.id} className="templates-version">
            <strong>{versionLabel(version)}</strong>
            <Badge tone="ok">{t('In test')}</Badge>
            <span />
            <Button
              small
              onClick={() => end.mutate(version.id)}
              busy={end.isPending && end.variables === version.id}
              why={whyNot}
            >
              {t('Choose winner')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StartTest({ template }: { readonly template: Template }) {
  const queries = useQueryClient();
  const whyNot = useWhyNot('editor');
  const [published] = useState(() => getSent(template));
  const form = useRequestForm({
    values: {
      versions: template.versions
        .toReversed()
        .map(({ id }) => ({ id, isIn: published.some((sent) => sent.id === id), weight: '1' })),
    },
    send: async ({ versions }) => {
      const place = { template_id: template.id, locale: template.locale };
      const { data: now, tag } = await readTemplate(place);
      const sent = getSent(now);
      if (sent.map(({ id }) => id).join() !== published.map(({ id }) => id).join())
        throw new Error(
          t('Someone else published {name}, so no test was started. Reload the page to include it.', {
            name: sent.map(({ name }) => name).join(', '),
          }),
        );
      const chosen = versions.filter(({ isIn }) => isIn);
      return beginTest(
        place,
        chosen.map(({ id, weight }) => ({ id, weight: Number(weight) })),
        tag,
      );
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      toast(t('Test started'));
    },
  });
  const versions = form.watch('versions');
  const chosen = versions.filter(({ isIn }) => isIn);
  const total = chosen.reduce((sum, { weight }) => sum + Number(weight), 0);
  if (template.versions.length < 2)
    return <p className="muted">{t('A test needs two versions. Save a second one as a draft first.')}</p>;
  return (
    <Form
      form={form}
      action={t('Start test')}
      why={whyNot ?? (chosen.length < 2 ? t('A test needs at least two versions.') : undefined)}
    >
      <h2>{t('A/B test')}</h2>
      <p className="muted">{t('Choose two or more versions. Their weights set how often each is sent.')}</p>
      <ul className="templates-versions">
        {versions.map(({ id, isIn, weight }, position) => {
          const version = template.versions.find((each) => each.id === id);
          if (!version) return null;
          const label = versionLabel(version);
          return (
            <li key={id} className="templates-version templates-weight">
              <CheckField label={label} name={`versions.${position}.isIn`} />
              {version.published ? <Badge tone="ok">{t('Published')}</Badge> : <Badge>{t('Draft')}</Badge>}
              {isIn ? (
                <Field
                  label={t('Weight')}
                  aria-label={t('Weight of {name}', { name: label })}
                  name={`versions.${position}.weight`}
                  // The request contains only the selected versions, so the API counts only those.
                  sentAs={`versions.${chosen.findIndex((each) => each.id === id)}.weight`}
                  type="number"
                  min={1}
                  max={1000}
                  required
                  hint={share(Number(weight) / Math.max(total, 1))}
                />
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ul>
    </Form>
  );
}
