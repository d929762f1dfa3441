import type { components } from '@postrider/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { CompareVersions } from './compare-versions.js';
import { useRequiresReview } from './review.js';
import { toBody, toContent } from './editing/version-content.js';
import { findGaps, localeCodes, nameOfPart } from './locale-gaps.js';
import { versionsQuery } from './queries.js';
import type { Template, Version } from './requests.js';
import { TranslationFiles } from './translation-files.js';

type Locale = components['schemas']['Locale'];

/** The other locales of a template, with missing parts. */
export function LocalesView({
  template,
  locales,
}: {
  readonly template: Template;
  readonly locales: readonly Template[];
}) {
  const [first, ...others] = locales;
  const whyNot = useWhyNot('editor');
  const [isAdding, setIsAdding] = useState(false);
  const [compared, setCompared] = useState<string>();
  const own = useQuery(versionsQuery({ template_id: template.id, locale: first?.locale ?? template.locale }));
  if (!first) return null;
  return (
    <div className="templates-scroll stack">
      <Loaded query={own}>
        {(versions) => (
          <ul className="templates-versions" aria-label={t('Locales')}>
            <li className="templates-version templates-locale">
              <LocaleLink template={first} />
              <Badge plain>{t('Default')}</Badge>
              <span />
            </li>
            {others.map((other) => (
              <LocaleRow key={other.locale} other={other} base={versions} onCompare={() => setCompared(other.locale)} />
            ))}
          </ul>
        )}
      </Loaded>
      <div className="row">
        <Button icon="plus" onClick={() => setIsAdding(true)} why={whyNot}>
          {t('Add locale')}
        </Button>
      </div>
      <TranslationFiles tags={template.tags} />
      {isAdding && <AddLocale template={first} taken={locales} onClose={() => setIsAdding(false)} />}
      {compared !== undefined && <SideBySide base={first} locale={compared} onClose={() => setCompared(undefined)} />}
    </div>
  );
}

const LocaleLink = ({ template: { locale } }: { readonly template: Template }) => (
  <Link from="/templates/$templateId" to="." search={{ locale }} activeOptions={{ exact: true }}>
    <strong>{locale}</strong> <span className="muted">{languageName(locale)}</span>
  </Link>
);

const languageName = (locale: string): string => {
  try {
    return new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language' }).of(locale) ?? '';
  } catch {
    return '';
  }
};

interface RowProps {
  readonly other: Template;
  /** The versions of the default locale. */
  readonly base: readonly Version[];
  readonly onCompare: () => void;
}

function LocaleRow({ other, base, onCompare }: RowProps) {
  const versions = useQuery(versionsQuery({ template_id: other.id, locale: other.locale }));
  const gaps = versions.data ? findGaps(base, versions.data) : undefined;
  return (
    <li className="templates-version templates-locale">
      <LocaleLink template={other} />
      <span>
        {gaps === undefined ? null : gaps.unpublished ? (
          <Badge tone="bad">{t('Not published: the default is sent')}</Badge>
        ) : gaps.parts.length > 0 ? (
          <Badge tone="warn">{t('Missing: {parts}', { parts: gaps.parts.map(nameOfPart).join(', ') })}</Badge>
        ) : gaps.olderBy > 0 ? (
          <span className="row">
            <Badge tone="warn">{t('Older than the default')}</Badge>
            <span className="muted caption">
              <Time at={gaps.modified} />
            </span>
          </span>
        ) : gaps.variables.length > 0 ? (
          <Badge tone="warn">{t('{names} not used', { names: gaps.variables.slice(0, 4).join(', ') })}</Badge>
        ) : (
          <Badge tone="ok">{t('Complete')}</Badge>
        )}
      </span>
      <Button small onClick={onCompare}>
        {t('Compare')}
      </Button>
    </li>
  );
}

function SideBySide({
  base,
  locale,
  onClose,
}: {
  readonly base: Template;
  readonly locale: string;
  readonly onClose: () => void;
}) {
  const left = useQuery(versionsQuery({ template_id: base.id, locale: base.locale }));
  const right = useQuery(versionsQuery({ template_id: base.id, locale }));
  const sent = (versions: readonly Version[] | undefined) =>
    versions?.find(({ published }) => published) ?? versions?.at(-1);
  const [one, other] = [sent(left.data), sent(right.data)];
  return (
    <Dialog wide open title={t('{one} and {other}', { one: base.locale, other: locale })} onClose={onClose}>
      {(left.error ?? right.error) && <Failure error={(left.error ?? right.error)!} />}
      {one && other && (
        <CompareVersions
          left={{ label: base.locale, content: toContent(one) }}
          right={{ label: locale, content: toContent(other) }}
        />
      )}
    </Dialog>
  );
}

interface AddProps {
  readonly template: Template;
  readonly taken: readonly Template[];
  readonly onClose: () => void;
}

/** A new locale starts as a copy of the default locale. */
function AddLocale({ template, taken, onClose }: AddProps) {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/templates/$templateId' });
  const free = localeCodes.filter((code) => !taken.some(({ locale }) => locale === code));
  const requiresReview = useRequiresReview();
  const own = useQuery(versionsQuery({ template_id: template.id, locale: template.locale }));
  const form = useRequestForm({
    values: { locale: free[0] as Locale },
    send: ({ locale }) => {
      const from = own.data?.find(({ published }) => published) ?? own.data?.at(-1);
      if (!from) throw new Error(t('The default locale has no version to copy.'));
      return unwrap(
        api.POST('/templates/{template_id}/locales', {
          params: { path: { template_id: template.id } },
          body: { ...toBody(toContent(from)), locale, publish: from.published && !requiresReview },
        }),
      );
    },
    onSuccess: async (_sent, { locale }) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      onClose();
      toast(t('{locale} added as a copy of {other}', { locale, other: template.locale }));
      await navigate({ search: { locale } });
    },
  });
  return (
    <FormDialog {...{ form, onClose }} title={t('Add locale')} action={t('Add')}>
      <Select label={t('Locale')} name="locale" options={free.map((code) => [code, `${code} ${languageName(code)}`])} />
      <p className="muted">
        {!requiresReview && template.versions.some(({ published }) => published)
          ? t('It starts as a published copy of the default locale, and is sent to customers with this locale.')
          : t('It starts as a draft, as a copy of the default locale.')}
      </p>
    </FormDialog>
  );
}
