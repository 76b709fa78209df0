import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { apiAddress } from '../../lib/call.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { localeNames } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { locationMenuKey } from '../../shared/navigation/menu-query.ts'
import { hasBell, openBell } from '../../shared/open-bell.ts'
import { useLocationAddress, useRouteIds } from '../../shared/route-ids.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { useLeave } from '../../shared/session/use-leave.ts'
import { usePreferences } from '../../shared/session/use-preferences.ts'
import { themes } from '../../ui/themes.ts'
import { flattenNodes, type PaletteEntry } from './palette-entries.ts'
import { listGroupPages, listLocationPages, listPages, type PalettePage } from './palette-pages.ts'
import { useMenu } from './use-menu.ts'

/** Everything in the palette except people: loaded places and devices, pages, actions. */
export function usePaletteEntries(): { entries: PaletteEntry[]; isWaiting: boolean } {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const leave = useLeave()
  const queryClient = useQueryClient()
  const address = useLocationAddress()
  const { companyId, locationGroupId } = useRouteIds()
  const { query: menu, nodes } = useMenu()
  const companies = useQuery({ ...companiesQuery, enabled: hasRole(user, 'ROLE_AGGREGATOR') })
  const { locale, theme, setLocale, setTheme } = usePreferences()
  const entries = useMemo(() => {
    const go = (to: string) => () => void navigate({ to })
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
    const location = address && {
      ...address,
      ownCompanyId: queryClient.getQueryData(locationQuery(address.locationId).queryKey)?.company.id ?? null,
    }
    const isRoot = companies.data?.some(({ rootGroup }) => rootGroup.id === locationGroupId)
    const group = !address && !isRoot && companyId && locationGroupId ? { companyId, locationGroupId } : null
    const places = flattenNodes(nodes, branches)
    const groupName = places.find(({ node }) => node.type === 'location-group' && node.id === locationGroupId)
      ?.node.title
    const page = ({ title, href, area, company }: PalettePage): PaletteEntry => ({
      key: href,
      title: t(title),
      detail: company ?? t(area ?? 'navigation.palette.group.pages'),
      node: null,
      run: go(href),
    })
    return [
      ...(location ? listLocationPages(user, location).map(page) : []),
      ...(group
        ? listGroupPages(user, group).map((one) => page({ ...one, ...(groupName && { company: groupName }) }))
        : []),
      ...places.map(
        ({ node, detail }): PaletteEntry => ({
          key: `${node.type} ${node.href}`,
          title: node.title,
          detail,
          node,
          run: go(node.href),
        }),
      ),
      ...listPages(user, companies.data ?? []).map(page),
      {
        key: 'api-docs',
        title: t('account.settings.api_reference'),
        detail: t('navigation.palette.group.pages'),
        node: null,
        // No page of the application.
        run: () => void window.open(apiAddress('/docs'), '_blank', 'noreferrer'),
      },
      ...(hasBell() ? [action('alarms', t('navigation.bottom.alarms', { count: 0 }), openBell)] : []),
      action('sign-out', t('navigation.user.sign_out'), () => void leave()),
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
  }, [
    t,
    user,
    navigate,
    queryClient,
    address,
    companyId,
    locationGroupId,
    nodes,
    companies.data,
    locale,
    theme,
    setLocale,
    setTheme,
    leave,
  ])
  const isMenuOld = menu.data === undefined || menu.isPlaceholderData
  return { entries, isWaiting: isMenuOld && menu.fetchStatus === 'fetching' }
}
