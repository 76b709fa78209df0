import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { localeNames } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationMenuKey } from '../../shared/navigation/menu-data.ts'
import { locationPaths, paths, portalPaths } from '../../shared/paths.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { usePreferences } from '../../shared/session/use-preferences.ts'
import { themes } from '../../ui/themes.ts'
import { flattenNodes, type PaletteEntry } from './palette-entries.ts'
import { useMenu } from './use-menu.ts'

/** Everything the palette reaches: the page's own pages, the application's, places and devices known so far, actions. */
export function usePaletteEntries(): PaletteEntry[] {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const address = useLocationAddress()
  const { nodes } = useMenu()
  const { locale, theme, setLocale, setTheme } = usePreferences()
  return useMemo(() => {
    const go = (to: string) => () => void navigate({ to })
    const page = (title: string, href: string): PaletteEntry => ({
      key: href,
      title,
      detail: t('navigation.palette.group.pages'),
      node: null,
      run: go(href),
    })
    const action = (key: string, title: string, run: () => void): PaletteEntry => ({
      key,
      title,
      detail: t('navigation.palette.group.actions'),
      node: null,
      run,
    })
    const branches = new Map(
      queryClient
        .getQueriesData<MenuNodeView[]>({ queryKey: locationMenuKey })
        .flatMap(([key, children]) => (children ? [[Number(key[2]), children] as const] : [])),
    )
    return [
      ...(address
        ? [
            page(t('titles.location'), locationPaths.overview(address)),
            page(t('titles.charts'), locationPaths.charts(address)),
            page(t('titles.controllers'), locationPaths.controllers(address)),
          ]
        : []),
      ...flattenNodes(nodes, branches).map(
        ({ node, detail }): PaletteEntry => ({
          key: `${node.type} ${node.href}`,
          title: node.title,
          detail,
          node,
          run: go(node.href),
        }),
      ),
      ...(hasRole(user, 'ROLE_AGGREGATOR')
        ? [
            page(t('titles.overview'), paths.overview),
            page(t('titles.global_settings'), paths.globalSettings),
          ]
        : []),
      page(t('titles.integrations'), paths.integrations),
      page(t('titles.portal_management'), portalPaths.management),
      page(t('titles.settings'), paths.userSettings),
      ...themes
        .filter((name) => name !== theme)
        .map((name) =>
          action(
            `theme-${name}`,
            `${t('navigation.user.theme')}: ${t(`theme.${name}`)}`,
            () => void setTheme(name),
          ),
        ),
      ...supportedLocales
        .filter((name) => name !== locale)
        .map((name) =>
          action(
            `locale-${name}`,
            `${t('navigation.user.language')}: ${localeNames[name]}`,
            () => void setLocale(name),
          ),
        ),
    ]
  }, [t, user, navigate, queryClient, address, nodes, locale, theme, setLocale, setTheme])
}
