import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { locationQuery } from '../../shared/locations/location-query.ts'
import { menuQuery } from '../../shared/navigation/menu-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { selectCompany, useSelectedCompany } from '../../shared/selected-company.ts'
import { useUser } from '../../shared/session/current-user.ts'

/** The tree of the person, or of the super admin's company; until one is chosen, the list of companies. */
export function useMenu() {
  const user = useUser()
  const isSuperAdmin = user.role === 'ROLE_SUPER_ADMIN'
  const used = useMenuCompany(isSuperAdmin)
  const companyId = isSuperAdmin ? used : null
  const query = useQuery(menuQuery(companyId))
  return { query, nodes: query.data ?? none, companyId }
}

const none: MenuNodeView[] = []

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
