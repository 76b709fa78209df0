import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { IconLogout, IconSearch, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { localeNames } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { useLeave } from '../../shared/session/use-leave.ts'
import { usePreferences } from '../../shared/session/use-preferences.ts'
import { useSite } from '../../shared/site.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ThemeSwatch } from '../../ui/theme-swatch.tsx'
import { themes } from '../../ui/themes.ts'

/** Language, theme, settings and sign-out. */
export function UserMenu() {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const site = useSite()
  const { locale, theme, setLocale, setTheme } = usePreferences()
  const leave = useLeave()
  return (
    <Menu
      label={t('navigation.user.menu')}
      trigger={<IconUserCircle size={20} stroke={1.6} />}
      triggerClassName={buttonClass({ variant: 'quiet', shape: 'icon' })}
      foot={site?.productName}
      sections={[
        {
          key: 'language',
          heading: t('navigation.user.language'),
          isFolded: true,
          items: supportedLocales.map((name) => ({
            key: name,
            label: localeNames[name],
            isChecked: name === locale,
            onSelect: () => void setLocale(name),
          })),
        },
        {
          key: 'theme',
          heading: t('navigation.user.theme'),
          isFolded: true,
          items: themes.map((name) => ({
            key: name,
            label: t(`theme.${name}`),
            icon: <ThemeSwatch theme={name} />,
            isChecked: name === theme,
            onSelect: () => void setTheme(name),
          })),
        },
        {
          key: 'account',
          heading: user.email,
          items: [
            {
              key: 'settings',
              label: t('navigation.footer.settings'),
              icon: <IconSettings size={16} />,
              onSelect: () => void navigate({ to: paths.userSettings }),
            },
            ...(hasRole(user, 'ROLE_AGGREGATOR')
              ? [
                  {
                    key: 'search',
                    label: t('titles.admin_search'),
                    icon: <IconSearch size={16} />,
                    onSelect: () => void navigate({ to: paths.adminSearch }),
                  },
                ]
              : []),
            {
              key: 'leave',
              label: t('navigation.user.sign_out'),
              icon: <IconLogout size={16} />,
              onSelect: () => void leave(),
            },
          ],
        },
      ]}
    />
  )
}
