import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { isMenuKept, menuQuery } from '../../shared/navigation/menu-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { selectCompany, useSelectedCompany } from '../../shared/selected-company.ts'
import { useUser } from '../../shared/session/current-user.ts'

/** The tree of the person, or of the super admin's company; until one is chosen, the list of companies. */
export function useMenu() {
  const user = useUser()
  const isSuperAdmin = user.role === 'ROLE_SUPER_ADMIN'
  const used = useMenuCompany(isSuperAdmin)
  const companyId = isSuperAdmin ? used : null
  const isDrawn = useIsDrawn()
  // A tree of ten thousand places takes the server long: where the last one is there, what the page shows comes first.
  const query = useQuery({ ...menuQuery(companyId), enabled: isDrawn || !isMenuKept(companyId) })
  return { query, nodes: query.data ?? none, companyId }
}

const none: MenuNodeView[] = []

const longestMs = 2000

/** Whether the browser has had a moment with nothing to do since the page came. */
function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const note = () => setDrawn(true)
    // Not every browser tells.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(note, longestMs / 4)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(note, { timeout: longestMs })
    return () => cancelIdleCallback(asked)
  }, [])
  return isDrawn
}

/** The company in the address, else the one of the current location, else the one chosen before. */
function useMenuCompany(isSuperAdmin: boolean): number | null {
  const { companyId, locationId } = useRouteIds()
  const selected = useSelectedCompany()
  const isLocationNeeded = isSuperAdmin && companyId === null && locationId !== null
  const { data: location } = useQuery({ ...locationQuery(locationId ?? 0), enabled: isLocationNeeded })
  const ofLocation = isLocationNeeded ? location?.company.id : undefined
  const used = companyId ?? ofLocation ?? selected
  useEffect(() => {
    if (isSuperAdmin && used !== null) selectCompany(used)
  }, [isSuperAdmin, used])
  return used
}
