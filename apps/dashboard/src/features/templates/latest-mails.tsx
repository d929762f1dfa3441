import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import type { Comparison, VersionPlace } from './requests.js';
import { compareVersion } from './requests.js';

const maxMails = 10_000;

/** Renders the latest emails of the template with a version and with the published one, and shows the differences. */
export function LatestMails({ place }: { readonly place: VersionPlace }) {
  const [isWanted, setIsWanted] = useState(false);
  const pages = useInfiniteQuery({
    queryKey: ['templates', place.template_id, 'comparison', place.version_id],
    queryFn: ({ pageParam, signal }) => compareVersion(place, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: Comparison) => next_cursor ?? undefined,
    enabled: isWanted,
  });
  return (
    <section className="stack" aria-label={t('In the latest emails')}>
      <h3 className="templates-part">{t('In the latest emails')}</h3>
      {isWanted ? (
        <Loaded query={pages}>
          {({ pages: all }) => {
            const found = all.reduce(joined);
            return (
              <div className="stack">
                <Findings found={found} />
                {pages.hasNextPage && found.mails < maxMails && (
                  <span>
                    <Button small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                      {t('Compare older emails')}
                    </Button>
                  </span>
                )}
              </div>
            );
          }}
        </Loaded>
      ) : (
        <div className="row">
          <Button small onClick={() => setIsWanted(true)}>
            {t('Compare')}
          </Button>
          <span className="muted">
            {t('Renders them with this version and with the published one. Nothing is sent.')}
          </span>
        </div>
      )}
    </section>
  );
}

function Findings({ found }: { readonly found: Comparison }) {
  if (found.mails === 0) return <Empty>{t('No email of this template yet.')}</Empty>;
  const labels = { subject: t('Subject'), html: t('HTML'), text: t('Text'), amp_html: t('AMP') } as const;
  return (
    <>
      <p>
        {tn('{count} email compared.', '{count} emails compared.', found.mails)}{' '}
        {found.changed > 0
          ? tn('{count} changed.', '{count} changed.', found.changed)
          : found.failed === 0 && t('No changes.')}{' '}
        {found.failed > 0 && tn('{count} cannot be rendered.', '{count} cannot be rendered.', found.failed)}{' '}
        {found.clipped > 0 && tn('{count} clipped by Gmail.', '{count} clipped by Gmail.', found.clipped)}
      </p>
      <ul className="templates-findings">
        {found.failures.map(({ message, ...group }) => (
          <li key={message}>
            <Badge tone="bad">{t('Cannot be rendered')}</Badge>
            <span>{message}</span>
            <Example {...group} />
          </li>
        ))}
        {found.changes.map(({ part, before, after, ...group }) => (
          <li key={`${part} ${before} ${after}`}>
            <Badge plain>{labels[part]}</Badge>
            <span>
              <del>{before}</del> <ins>{after}</ins>
            </span>
            <Example {...group} />
          </li>
        ))}
      </ul>
    </>
  );
}

const Example = ({ mails, log_ids: [logId] }: Pick<Comparison['failures'][number], 'mails' | 'log_ids'>) =>
  logId === undefined ? undefined : (
    <Link to="/logs/$logId" params={{ logId }}>
      {tn('{count} email', '{count} emails', mails)}
    </Link>
  );

/** Merges two pages. */
function joined(one: Comparison, other: Comparison): Comparison {
  return {
    ...one,
    mails: one.mails + other.mails,
    changed: one.changed + other.changed,
    failed: one.failed + other.failed,
    clipped: one.clipped + other.clipped,
    changes: joinedGroups(one.changes, other.changes),
    failures: joinedGroups(one.failures, other.failures),
    next_cursor: other.next_cursor,
  };
}

function joinedGroups<Group extends Pick<Comparison['failures'][number], 'mails' | 'log_ids'>>(
  some: readonly Group[],
  others: readonly Group[],
): Group[] {
  const groups = new Map<string, Group>();
  for (const group of [...some, ...others]) {
    const { mails, log_ids: _logs, ...what } = group;
    const key = JSON.stringify(what);
    const known = groups.get(key);
    groups.set(key, known ? { ...known, mails: known.mails + mails } : group);
  }
  return [...groups.values()].toSorted((one, other) => other.mails - one.mails);
}
