import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isMenuOutdated } from '../features/navigation/menu-freshness.ts'
import { translate } from '../shared/i18n/use-t.ts'
import { locationGroupQuery, locationQuery } from '../shared/locations/location-query.ts'
import { keepLastPlace } from '../shared/navigation/last-place.ts'
import { locationMenuKey, menuQuery } from '../shared/navigation/menu-query.ts'
import { getNavigationContext, setNavigationContext } from '../shared/navigation/navigation-context.ts'
import { nextContext } from '../shared/navigation/next-context.ts'
import { queryClient } from '../shared/query-client.ts'
import { parseRouteIds } from '../shared/route-ids.ts'
import { getUser } from '../shared/session/current-user.ts'

/** Side effects of navigation: cancelled menus, a fresh menu, the way back. */
export function useNavigationEffects(): void {
  const router = useRouter()
  useEffect(() => {
    let left: ReturnType<typeof readPage> | null = null
    const arrive = () => {
      const shown = readPage()
      const from = left
      left = null
      if (from?.path === shown.path) return
      const user = getUser()
      if (user && shown.locationId !== null) keepLastPlace({ userId: user.id, locationId: shown.locationId })
      setNavigationContext(nextContext(getNavigationContext(), from, shown))
      if (from) refreshMenu(from.path, shown.path, shown.groupId)
    }
    const leaving = router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      if (!pathChanged) return
      left = readPage()
      // Except for the target: following its row in the tree has expanded it with the same click.
      const target = Number(/\/locations\/(\d+)/.exec(toLocation.pathname)?.[1])
      void queryClient.cancelQueries({
        queryKey: locationMenuKey,
        predicate: ({ queryKey }) => queryKey[locationMenuKey.length] !== target,
      })
    })
    const arriving = router.subscribe('onResolved', arrive)
    if (router.state.status === 'idle') arrive()
    return () => {
      leaving()
      arriving()
    }

    function readPage() {
      const match = router.state.matches.at(-1)
      const data = match?.staticData ?? {}
      const ids = parseRouteIds((match?.params ?? {}) as Record<string, string>)
      const title = data.title ? translate(data.title) : ''
      const name =
        (ids.locationId && queryClient.getQueryData(locationQuery(ids.locationId).queryKey)?.name) ||
        (ids.locationGroupId &&
          queryClient.getQueryData(locationGroupQuery(ids.locationGroupId).queryKey)?.name) ||
        title
      return {
        path: match?.pathname ?? '',
        title,
        name,
        isSource: data.isContextSource === true,
        keeps: data.keepsContext === true,
        groupId: ids.locationGroupId,
        locationId: ids.locationId,
      }
    }
  }, [router])
}

function refreshMenu(from: string, to: string, groupId: number | null): void {
  const user = getUser()
  if (!user) return
  const { queryKey } = menuQuery(null)
  const menu = queryClient.getQueryData(queryKey) ?? []
  const menuAgeMs = Date.now() - (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0)
  if (isMenuOutdated(user.role, { from, to, groupId, menuAgeMs }, menu))
    void queryClient.invalidateQueries({ queryKey })
}
