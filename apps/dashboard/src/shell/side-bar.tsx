import { Link } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import { Icon } from '../ui/icon.js';
import { AccountSwitch } from './account-switch.js';
import { places } from './places.js';
import { UserMenu } from './user-menu.js';

/** What is in the bar at the side, and in the drawer of a telephone. */
export const SideBar = () => (
  <>
    <AccountSwitch />
    <nav className="shell-nav" aria-label={t('Pages')}>
      {places().map((group, position) => (
        <ul key={position}>
          {group.map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className="shell-link" activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
    <UserMenu />
  </>
);
