import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { rememberAccount } from '../api/account.js';
import { t } from '../i18n/texts.js';
import { changeSession } from '../session/change-session.js';
import { sessionQuery } from '../session/queries.js';
import { nameOfRole, usePresence } from '../session/session.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { settleAll } from '../ui/toasts.js';

/** Whose mail is looked at; with one account it is only a name. */
export function AccountSwitch() {
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

/** Nothing of one account is kept when looking at another; what was about to happen in it happens there first. */
function useSwitch(): (id: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (id) => {
    await settleAll();
    await navigate({ to: '/' });
    const session = queries.getQueryData(sessionQuery.queryKey);
    // Only now, since what is still shown may ask for more of the account it is of.
    rememberAccount(id);
    changeSession(queries, session ?? null);
  };
}
