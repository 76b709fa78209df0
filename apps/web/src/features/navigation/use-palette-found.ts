import type { FoundController, FoundDevice, FoundLocation } from '@ohmstead/contract/admin-search'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { paths } from '../../shared/paths.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { useDelayed } from '../../shared/use-delayed.ts'
import type { PaletteEntry } from './palette-entries.ts'

const searchDelayMs = 200
/** Shorter texts match half of a fleet. */
const shortest = 3

interface Found {
  locations: FoundLocation[]
  controllers: FoundController[]
  devices: FoundDevice[]
}

/** Of each kind the first page, which is all that a palette can show. */
function foundQuery(search: string) {
  return queryOptions({
    queryKey: ['admin-search', 'palette', search],
    queryFn: async ({ signal }): Promise<Found> => {
      const [locations, controllers, devices] = await Promise.all([
        call('GET /search/locations', { query: { locationName: search }, signal }),
        call('GET /search/controllers', { query: { unitId: search }, signal }),
        call('GET /search/devices', { query: { deviceName: search }, signal }),
      ])
      return {
        locations: locations.locations,
        controllers: controllers.controllers,
        devices: devices.devices,
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** What an aggregator's whole fleet has of this name: locations that the tree has not loaded, controllers by serial, devices. */
export function usePaletteFound(
  text: string,
  isEntered: boolean,
): { entries: PaletteEntry[]; isWaiting: boolean } {
  const navigate = useNavigate()
  const isAggregator = hasRole(useUser(), 'ROLE_AGGREGATOR')
  const wanted = text.trim()
  const settled = useDelayed(wanted, searchDelayMs)
  // Enter waits no longer than for the answer.
  const search = isEntered ? wanted : settled
  const isEnabled = isAggregator && search.length >= shortest
  const { data, isPlaceholderData, fetchStatus } = useQuery({ ...foundQuery(search), enabled: isEnabled })
  const entries = useMemo(() => {
    if (!isEnabled || !data) return []
    const go = (to: string) => () => void navigate({ to })
    return [
      ...data.locations.map((location): PaletteEntry => {
        const { company, location_group: group, id } = location
        return {
          ...{ key: `found location ${id}`, title: location.locationName, node: null },
          detail: [company.name, group.name === company.name ? null : group.name].filter(Boolean).join(' / '),
          icon: { type: 'location' },
          locationId: id,
          run: go(`${paths.group(company.id, group.id)}/locations/${id}`),
        }
      }),
      ...data.controllers.flatMap((controller): PaletteEntry[] => {
        const { company, location, unitId, alias, id } = controller
        if (!company || !location) return []
        return [
          {
            ...{ key: `found controller ${id}`, title: unitId, node: null },
            detail: [alias, location.name, company.name].filter(Boolean).join(' · '),
            run: go(paths.globalCompanyController(company.id, id)),
          },
        ]
      }),
      ...data.devices.map((device): PaletteEntry => {
        const { company, location, controller_id, id } = device
        const place = paths.globalLocation(company.id, location.location_group_id, location.id)
        return {
          ...{ key: `found device ${id}`, title: device.deviceName, node: null },
          detail: [location.name, company.name].join(' · '),
          icon: { type: 'device', category: device.categoryName },
          run: go(`${place}/oem-devices/${controller_id}/devices/${id}`),
        }
      }),
    ]
  }, [isEnabled, data, navigate])
  const isOld = !data || isPlaceholderData
  const isAsking = isAggregator && wanted.length >= shortest
  return { entries, isWaiting: isAsking && (search !== wanted || (isOld && fetchStatus === 'fetching')) }
}
