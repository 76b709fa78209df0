import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { useRouteIds } from '../../shared/route-ids.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { Marked } from './bulk/use-marked.ts'
import styles from './group-locations.module.css'
import {
  countLocations,
  groupLocationsQuery,
  listHeadingId,
  type State,
  states,
} from './group-locations-query.ts'
import { GroupLocationsTable } from './group-locations-table.tsx'
import { GroupRulesLink } from './group-rules-link.tsx'

interface Narrowed {
  search: string
  state: State | undefined
}

/** What the list shows, and how many there are of it. */
export interface Listed extends Narrowed {
  total: number
}

interface Filter {
  /** What it is narrowed to at first; another object starts it again. */
  start?: Narrowed
  /** Told of every change. */
  onFilter?: (filter: Narrowed) => void
  /** Where locations can be marked. */
  marked?: Marked | undefined
  /** Below the list. */
  tools?: ((list: Listed) => ReactNode) | undefined
}

/** The locations of the group in the address, those that need attention first. */
export function GroupLocations(filter: Filter) {
  const { companyId, locationGroupId } = useRouteIds()
  // Another group starts with an empty search.
  return locationGroupId === null ? null : (
    <List key={locationGroupId} companyId={companyId} locationGroupId={locationGroupId} {...filter} />
  )
}

function List({
  companyId,
  locationGroupId,
  start,
  onFilter,
  marked,
  tools,
}: Filter & {
  companyId: number | null
  locationGroupId: number
}) {
  const t = useT()
  const format = useFormat()
  const nowMs = useNow(15_000)
  const [state, setState] = useState<State | undefined>(start?.state)
  const { typed, onType, search, page, onPage } = usePagedSearch(state ?? '', start?.search)
  useEffect(() => onFilter?.({ search, state }), [onFilter, search, state])
  const { data, error, refetch, isPlaceholderData } = useQuery(
    groupLocationsQuery(locationGroupId, { search, state, page }),
  )
  const all = data ? countLocations(data.counts) : 0
  // The page above says that there is no such group.
  if (!data && error instanceof ApiError && error.code === 'not_found') return null
  // An empty group has nothing to list, and its chart says so.
  if (data && all === 0 && search === '') return null
  const shownStates = states.filter((one) => one === state || (data?.counts[one] ?? 0) > 0)
  return (
    <section className={styles.section} aria-labelledby={listHeadingId}>
      <div className={styles.head}>
        <h2 id={listHeadingId} tabIndex={-1}>
          {t('location_groups.locations.heading')}
        </h2>
        {companyId !== null && <GroupRulesLink companyId={companyId} locationGroupId={locationGroupId} />}
        <search className={styles.search}>
          <TextField
            type="search"
            label={t('location_groups.locations.search')}
            isLabelHidden
            placeholder={t('location_groups.locations.search')}
            value={typed}
            onChange={onType}
            autoComplete="off"
          />
        </search>
      </div>
      {!data && error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} radius={16} />
      ) : (
        <>
          {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
          <fieldset className={styles.states}>
            <legend className="visually-hidden">{t('location_groups.locations.filter')}</legend>
            <StateChip
              label={t('location_groups.locations.all', { count: format.number(all) })}
              isChosen={state === undefined}
              onChoose={() => setState(undefined)}
            />
            {shownStates.map((one) => (
              <StateChip
                key={one}
                state={one}
                label={t(`location_groups.locations.states.${one}`, {
                  count: format.number(data.counts[one] ?? 0),
                })}
                isChosen={one === state}
                onChoose={() => setState(one)}
              />
            ))}
          </fieldset>
          {data.locations.length === 0 ? (
            <p role="status">{t('location_groups.locations.none')}</p>
          ) : (
            <GroupLocationsTable
              locations={data.locations}
              nowMs={nowMs}
              isOld={isPlaceholderData}
              marked={marked}
            />
          )}
          {tools?.({ search, state, total: data.total })}
          <Pager page={page} total={data.total} pageSize={data.page_size} onPage={onPage} />
        </>
      )}
    </section>
  )
}

function StateChip({
  label,
  state,
  isChosen,
  onChoose,
}: {
  label: string
  state?: State
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isChosen} onClick={onChoose}>
      {state && <span className={styles.dot} data-state={state} aria-hidden />}
      {label}
    </button>
  )
}
