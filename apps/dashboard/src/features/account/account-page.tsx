import './account.css';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { AccountForm } from './account-form.js';
import { Limits } from './limits.js';
import { Profile } from './profile.js';
import { accountQuery } from './queries.js';
import { Retention } from './retention.js';

/** What holds for the whole account, and for whoever is logged in. */
export function AccountPage() {
  const account = useQuery(accountQuery);
  return (
    <Page title={t('Account')}>
      <div className="account-columns">
        <div className="stack">
          <Loaded query={account}>
            {(found) => (
              <>
                <AccountForm key={found.id} account={found} />
                {found.retention && <Retention {...found.retention} />}
              </>
            )}
          </Loaded>
          <Profile />
        </div>
        <Limits />
      </div>
    </Page>
  );
}
