import './shell.css';
import type { LinkProps } from '@tanstack/react-router';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../i18n/language.js';
import { t } from '../i18n/texts.js';
import { alertsQuery } from '../api/alerts.js';
import { findFailingAccounts, queueQuery } from '../api/queue.js';
import { failingWebhooksQuery } from '../api/webhooks.js';
import { SessionGate } from '../session/session-gate.js';
import { changeMode, useMode } from '../session/mode.js';
import { nameOfRole, useHasRole, usePresence } from '../session/session.js';
import { IconButton } from '../ui/button.js';
import { CommandPalette } from '../ui/command-palette.js';
import { useCommands } from '../ui/commands.js';
import { returnFocus, isFocusLost } from '../ui/dialog.js';
import type { IconName } from '../ui/icon.js';
import { Icon } from '../ui/icon.js';
import { UserMenu } from './user-menu.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, api, rememberAccount } from '../api/client.js';
import { changeSession, sessionQuery } from '../session/queries.js';
import { Menu } from '../ui/menu.js';
import { runPending } from '../ui/toasts.js';

/** The current account; a plain name when there is only one. */
function AccountSwitch() {
  const { accounts, account } = usePresence();
  const switchTo = useSwitch();
  const name = <span className="shell-names truncate">{account.name}</span>;
  if (accounts.length === 1) return <div className="shell-account">{name}</div>;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="shell-account" aria-label={t('Account: {name}', { name: account.name })}>
          {name}
          <Icon name="down" />
        </button>
      }
      items={[
        { heading: t('Accounts') },
        ...accounts.map(({ id, name, role }) => ({
          label: `${name} · ${nameOfRole(role)}`,
          checked: id === account.id,
          onSelect: () => void switchTo(id),
        })),
      ]}
    />
  );
}

/** Pending actions are carried out before the account changes. No data of the old account is kept. */
function useSwitch(): (id: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (id) => {
    await runPending();
    await navigate({ to: '/' });
    const session = queries.getQueryData(sessionQuery.queryKey);
    // Done last, because the current page may still read from the old account.
    rememberAccount(id);
    changeSession(queries, session ?? null);
  };
}

function ModeSwitch() {
  const isTest = useMode() === 'test';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isTest}
      className="shell-mode"
      onClick={() => changeMode(isTest ? 'live' : 'test')}
    >
      {t('Test mode')}
      <span className="shell-mode-track" />
    </button>
  );
}

type Place = {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: IconName;
  /** The key after `g`. */
  readonly key: string;
};

/** The pages of the side bar, in three groups. */
const places = (): readonly (readonly Place[])[] => [
  [
    { to: '/', label: t('Overview'), icon: 'overview', key: 'o' },
    { to: '/templates', label: t('Templates'), icon: 'templates', key: 't' },
    { to: '/snippets', label: t('Snippets'), icon: 'snippets', key: 'n' },
    { to: '/logs', label: t('Logs'), icon: 'logs', key: 'l' },
    { to: '/proposals', label: t('Proposals'), icon: 'proposals', key: 'p' },
  ],
  [
    { to: '/customers', label: t('Customers'), icon: 'customers', key: 'c' },
    { to: '/drip_campaigns', label: t('Drip campaigns'), icon: 'drips', key: 'd' },
    { to: '/suppressions', label: t('Suppressions'), icon: 'suppressions', key: 's' },
    { to: '/failures', label: t('Failures'), icon: 'failures', key: 'f' },
  ],
  [
    { to: '/esp_accounts', label: t('ESP accounts'), icon: 'esp-accounts', key: 'e' },
    { to: '/webhooks', label: t('Webhooks'), icon: 'webhooks', key: 'w' },
    { to: '/alerts', label: t('Alerts'), icon: 'alerts', key: 'r' },
    { to: '/identity_hooks', label: t('Identity hooks'), icon: 'identity-hooks', key: 'h' },
    { to: '/api_keys', label: t('API keys'), icon: 'api-keys', key: 'k' },
    { to: '/users', label: t('Users'), icon: 'users', key: 'u' },
    { to: '/audit', label: t('Audit log'), icon: 'audit', key: 'a' },
    { to: '/account', label: t('Account'), icon: 'account', key: 'i' },
  ],
];

/** The side bar, and the drawer on phones. */
const SideBar = () => (
  <>
    <AccountSwitch />
    <ModeSwitch />
    <nav className="shell-nav" aria-label={t('Pages')}>
      {places().map((group, position) => (
        <ul key={position}>
          {group.map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className="shell-link" activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon name={icon} />
                {label}
                {to === '/proposals' && <OpenCount />}
                {to === '/esp_accounts' && <FailingCount />}
                {to === '/webhooks' && <FailingWebhooksCount />}
                {to === '/alerts' && <FiringCount />}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
    <UserMenu />
  </>
);

const countAgainAfterMs = 60_000;

/** The number of open proposals. An account has at most 100. */
function OpenCount() {
  const { data: open = 0 } = useQuery({
    queryKey: ['proposals', 'open'],
    queryFn: async ({ signal }) => {
      const query = { status: 'open' } as const;
      return (await unwrap(api.GET('/send_proposals', { params: { query }, signal }))).data.length;
    },
    staleTime: countAgainAfterMs,
    refetchInterval: countAgainAfterMs,
  });
  return open > 0 && <span className="shell-count">{open}</span>;
}

/** The number of ESP accounts that fail or are paused. */
function FailingCount() {
  const { data } = useQuery({ ...queueQuery, staleTime: countAgainAfterMs, refetchInterval: countAgainAfterMs });
  return <BadCount count={findFailingAccounts(data?.lanes ?? []).size} state={t('failing')} />;
}

/** Only admins may read webhooks. */
function FailingWebhooksCount() {
  const { data = 0 } = useQuery({
    ...failingWebhooksQuery,
    enabled: useHasRole('admin'),
    staleTime: countAgainAfterMs,
    refetchInterval: countAgainAfterMs,
  });
  return <BadCount count={data} state={t('failing')} />;
}

/** Only admins may read alerts. */
function FiringCount() {
  const { data = [] } = useQuery({
    ...alertsQuery,
    enabled: useHasRole('admin'),
    staleTime: countAgainAfterMs,
    refetchInterval: countAgainAfterMs,
  });
  return (
    <BadCount count={data.filter(({ state, enabled }) => enabled && state === 'firing').length} state={t('firing')} />
  );
}

const BadCount = ({ count, state }: { readonly count: number; readonly state: string }) =>
  count > 0 && (
    <span className="shell-count shell-count-bad">
      {count} <span className="unseen">{state}</span>
    </span>
  );

/** The frame of all pages that need a session. */
export function Shell() {
  useLanguage();
  return (
    <SessionGate waiting={<ShellSkeleton />}>
      <Frame />
    </SessionGate>
  );
}

/** The same as in index.html, to avoid a layout shift. */
const ShellSkeleton = () => (
  <div className="shell-skeleton" aria-hidden="true">
    <div className="shell-skeleton-bar" />
    <div className="shell-skeleton-head" />
  </div>
);

function Frame() {
  const { account } = usePresence();
  const mode = useMode();
  usePlaceCommands();
  useFocusOfPage();
  return (
    // Another account creates a new shell, so nothing of the first account stays open.
    <div className="shell" key={account.id}>
      <a className="shell-skip" href="#main">
        {t('Skip to content')}
      </a>
      <TopBar name={account.name} />
      <div className="shell-side">
        <SideBar />
      </div>
      <main className="shell-main" id="main" tabIndex={-1}>
        {mode === 'test' && (
          <p className="shell-test">{t('Test mode: the logs show emails of test keys, which are not delivered.')}</p>
        )}
        <Outlet />
      </main>
      <Palette />
    </div>
  );
}

/** The navigation on a phone, instead of the side bar. */
function TopBar({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const address = useRouterState({ select: ({ location }) => location.pathname });
  const [shownAt, setShownAt] = useState(address);
  if (shownAt !== address) {
    setShownAt(address);
    setIsOpen(false);
  }
  return (
    <header className="shell-top">
      <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
        <IconButton icon="menu" label={t('Pages')} onClick={() => setIsOpen(true)} />
        <Radix.Portal>
          <Radix.Overlay className="ui-overlay" />
          <Radix.Content className="shell-drawer" aria-describedby={undefined}>
            <Radix.Title className="unseen">{t('Pages')}</Radix.Title>
            <SideBar />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <span className="truncate">{name}</span>
    </header>
  );
}

/** Focuses the new page when the followed link has disappeared. */
function useFocusOfPage(): void {
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(address);
  useEffect(() => {
    if (before.current !== undefined && before.current !== address && isFocusLost()) returnFocus(null);
    before.current = address;
  }, [address]);
}

function usePlaceCommands(): void {
  const navigate = useNavigate();
  useCommands(
    places()
      .flat()
      .map(({ to, label, key }) => ({
        label: t('Go to {page}', { page: label }),
        keys: `g ${key}`,
        run: () => void navigate({ to }),
      })),
  );
}

/** Words that match no command search the emails. */
function Palette() {
  const navigate = useNavigate();
  return (
    <CommandPalette
      find={(words) => [
        {
          label: t('Search emails for “{words}”', { words }),
          run: () => void navigate({ href: `/logs?${new URLSearchParams({ q: words })}` }),
        },
      ]}
    />
  );
}
