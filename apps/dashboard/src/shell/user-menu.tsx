import type { Language } from '../i18n/language.js';
import { chooseLanguage, currentLanguage, languages } from '../i18n/language.js';
import { t } from '../i18n/texts.js';
import { changeUser, logOut, useLogOut } from '../session/queries.js';
import { nameOfRole, usePresence } from '../session/session.js';
import { Icon } from '../ui/icon.js';
import { getHeadline } from '../ui/failure-messages.js';
import type { MenuItem } from '../ui/menu.js';
import { Menu } from '../ui/menu.js';
import { chooseTheme, themes, useTheme } from '../ui/theme.js';
import { toastFailure } from '../ui/toasts.js';

export function UserMenu() {
  const { user, account } = usePresence();
  const leaving = useLogOut(logOut);
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="shell-user">
          <span className="shell-avatar" aria-hidden="true">
            {(user.name || user.email).slice(0, 1).toUpperCase()}
          </span>
          <span className="shell-names">
            <span className="truncate">{user.name || user.email}</span>
            <br />
            <span className="caption muted">{nameOfRole(account.role)}</span>
          </span>
          <Icon name="more" />
        </button>
      }
      items={[
        { heading: user.email },
        ...useThemeItems(),
        'line',
        ...useLanguageItems(),
        'line',
        {
          label: t('Documentation'),
          icon: 'external',
          onSelect: () => window.open('/docs/', '_blank', 'noopener'),
        },
        { label: t('Log out'), onSelect: () => leaving.mutate() },
      ]}
    />
  );
}

function useThemeItems(): readonly MenuItem[] {
  const chosen = useTheme();
  const names = { system: t('System'), light: t('Light'), dark: t('Dark') };
  return [
    { heading: t('Theme') },
    ...themes.map((theme) => ({ label: names[theme], checked: theme === chosen, onSelect: () => chooseTheme(theme) })),
  ];
}

function useLanguageItems(): readonly MenuItem[] {
  return [
    { heading: t('Language') },
    ...(Object.keys(languages) as Language[]).map((language) => ({
      label: languages[language],
      checked: language === currentLanguage(),
      onSelect: () => {
        void chooseLanguage(language);
        // Emails to the user use this language. The page switches even if saving fails.
        changeUser({ language }).catch((error: Error) => toastFailure(getHeadline(error)));
      },
    })),
  ];
}
