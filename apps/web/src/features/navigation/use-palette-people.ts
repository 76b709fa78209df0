import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { locationPaths, paths } from '../../shared/paths.ts'
import { locationPeopleQuery } from '../../shared/people/location-people-query.ts'
import { peopleQuery } from '../../shared/people/people-query.ts'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { useDelayed } from '../../shared/use-delayed.ts'
import type { PaletteEntry } from './palette-entries.ts'

const searchDelayMs = 200
/** A single letter matches half of everybody. */
const shortest = 2
/** Below aggregator, people are loaded location by location. */
const mostLocations = 5

/** People that this person may manage: an aggregator's by a search, others' at the locations whose users they manage. */
export function usePalettePeople(
  text: string,
  isEntered: boolean,
): { entries: PaletteEntry[]; isWaiting: boolean } {
  const user = useUser()
  const isAggregator = hasRole(user, 'ROLE_AGGREGATOR')
  const wanted = text.trim()
  const settled = useDelayed(wanted, searchDelayMs)
  // Enter waits no longer than for the answer.
  const search = isEntered ? wanted : settled
  const found = useFoundPeople(search, isAggregator && search.length >= shortest)
  const shared = useSharedPeople(!isAggregator && wanted.length >= shortest)
  if (!isAggregator) return shared
  const isAsking = wanted.length >= shortest && (search !== wanted || found.isWaiting)
  return { entries: found.entries, isWaiting: isAsking }
}

function useFoundPeople(search: string, isEnabled: boolean) {
  const navigate = useNavigate()
  // Results of the previous text stay until the new ones arrive.
  const { data, isPlaceholderData, fetchStatus } = useQuery({
    ...peopleQuery(null, { search }),
    enabled: isEnabled,
    staleTime: 60_000,
  })
  const entries = useMemo(
    () =>
      (isEnabled && data ? data.users : []).map((person) =>
        createEntry(person, person.company?.name, () => {
          void navigate({ to: paths.globalUsers, search: { search: person.email } as never })
        }),
      ),
    [isEnabled, data, navigate],
  )
  const isOld = !data || isPlaceholderData
  return { entries, isWaiting: isEnabled && isOld && fetchStatus === 'fetching' }
}

function useSharedPeople(isEnabled: boolean) {
  const navigate = useNavigate()
  const user = useUser()
  const managed = isEnabled
    ? user.permissions.locations.filter(({ manageUsers }) => manageUsers).slice(0, mostLocations)
    : []
  const answers = useQueries({
    queries: managed.map(({ id }) => ({ ...locationPeopleQuery(id), staleTime: 60_000 })),
  })
  const entries = answers.flatMap(({ data }, index) => {
    const locationId = managed[index]!.id
    const name = user.locations.find(({ id }) => id === locationId)?.name
    return (data ?? []).map((person) => {
      const entry = createEntry(person, name, () => {
        void navigate({ to: locationPaths.manageUsers({ locationId }) })
      })
      return { ...entry, key: `${entry.key} ${locationId}` }
    })
  })
  return { entries, isWaiting: answers.some(({ data, fetchStatus }) => !data && fetchStatus === 'fetching') }
}

function createEntry(
  person: { id: number; first_name: string; last_name: string; email: string },
  place: string | undefined,
  run: () => void,
): PaletteEntry {
  const title = formatPersonName(person)
  const detail = [title === person.email ? null : person.email, place].filter(Boolean).join(' · ')
  return { key: `person ${person.id}`, title, detail, node: null, isPerson: true, run }
}
