import type { Language } from '../i18n/language.js';
import { chooseLanguage, currentLanguage, languages } from '../i18n/language.js';
import { t } from '../i18n/texts.js';
import { changeUser, logOut, useLogOut } from '../session/queries.js';
import { nameOfRole, usePresence } from '../session/session.js';
import { Icon } from '../ui/icon.js';
import { getHeadline } from '../ui/failure-messages.js';
import type { MenuItem } from '../ui/menu.js';
import { Menu } from '../ui/menu.js';
import { useIsNarrow } from '../ui/narrow.js';
import { density, theme, useChoice } from '../ui/appearance.js';
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
        ...useDensityItems(),
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
  const chosen = useChoice(theme);
  const names = { system: t('System'), light: t('Light'), dark: t('Dark') };
  return [
    { heading: t('Theme') },
    ...theme.values.map((each) => ({ label: names[each], checked: each === chosen, onSelect: () => theme.set(each) })),
  ];
}

/** Phones have one density. */
function useDensityItems(): readonly MenuItem[] {
  const chosen = useChoice(density);
  const names = { comfortable: t('Comfortable'), compact: t('Compact') };
  if (useIsNarrow()) return [];
  return [
    'line',
    { heading: t('Density') },
    ...density.values.map((each) => ({
      label: names[each],
      checked: each === chosen,
      onSelect: () => density.set(each),
    })),
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
