import { IconBookmark, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { call } from '../../lib/call.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { NameModal } from '../../shared/forms/name-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupQuery } from '../../shared/locations/location-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { errorText, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { type OpenChange, readOpenChange } from './bulk/bulk-address.ts'
import { BulkMarking, OpenBulkChange, useMayMark } from './bulk/bulk-marking.tsx'
import { useMarked } from './bulk/use-marked.ts'
import { type FleetFilter, readFleetFilter, toFleetSearch } from './fleet-filter.ts'
import styles from './fleet-page.module.css'
import { groupViewsQuery } from './fleet-page-queries.ts'
import { GroupAttention } from './group-attention.tsx'
import { GroupLocations } from './group-locations.tsx'
import { SinceLastVisit } from './since-last-visit.tsx'

const FleetMap = lazyPart(async () => (await import('./fleet-map.tsx')).FleetMap)

/** All locations of a group: what has changed, what needs a look, and each of them in a table or on a map. */
export function FleetPage() {
  const { companyId, locationGroupId } = useRouteIds()
  const {
    data: group,
    error,
    refetch,
  } = useQuery({
    ...locationGroupQuery(locationGroupId ?? 0),
    enabled: locationGroupId !== null,
  })
  if (locationGroupId === null) return <NotFoundState />
  if (!group && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  // The list does not wait for the name.
  return <Fleet key={locationGroupId} {...{ companyId, locationGroupId }} name={group?.name} />
}

function Fleet({
  companyId,
  locationGroupId,
  name,
}: {
  companyId: number | null
  locationGroupId: number
  name: string | undefined
}) {
  const t = useT()
  const navigate = useNavigate()
  const address: Record<string, unknown> = useSearch({ strict: false })
  const filter = useMemo(() => readFleetFilter(address), [address])
  // A list keeps its own words while somebody types; a kept view starts it again.
  const [start, setStart] = useState({ filter, count: 0 })
  const show = useCallback(
    (change: Partial<FleetFilter>) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) =>
          ({
            ...toFleetSearch({ ...readFleetFilter(before), ...change }),
            ...(before.change !== undefined && { change: before.change }),
          }) as never,
        replace: true,
      }),
    [navigate],
  )
  const onFilter = useCallback(
    ({ search, state }: { search: string; state: FleetFilter['state'] | undefined }) =>
      show({ search, state: state ?? null }),
    [show],
  )
  const choose = (chosen: FleetFilter) => {
    setStart(({ count }) => ({ filter: chosen, count: count + 1 }))
    show(chosen)
  }
  const marked = useMarked()
  const mayMark = useMayMark(companyId)
  const onOpen = (opened: OpenChange) =>
    void navigate({
      to: '.',
      search: ({ change: _, ...before }: Record<string, unknown>) =>
        ({ ...before, ...(opened !== null && { change: opened }) }) as never,
    })
  const bulk = companyId !== null && mayMark ? { companyId, locationGroupId, onOpen } : null
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{name ?? <Skeleton width="12rem" height={32} radius={8} />}</h1>
          {filter.layout === 'table' && <p>{t('location_groups.fleet.lead')}</p>}
        </div>
        <SegmentedChoice
          label={t('location_groups.fleet.layout')}
          value={filter.layout}
          options={(['table', 'map'] as const).map((value) => ({
            value,
            label: t(`location_groups.fleet.layouts.${value}`),
          }))}
          onChange={(layout) => show({ layout })}
        />
      </header>
      <SinceLastVisit locationGroupId={locationGroupId} />
      <GroupAttention />
      <KeptViews locationGroupId={locationGroupId} filter={filter} onChoose={choose} />
      {filter.layout === 'map' ? (
        <PartBoundary>
          <Suspense fallback={<Skeleton height={520} radius={16} />}>
            <FleetMap
              locationGroupId={locationGroupId}
              state={filter.state}
              onState={(state) => show({ state })}
            />
          </Suspense>
        </PartBoundary>
      ) : (
        <GroupLocations
          key={start.count}
          start={{ search: start.filter.search, state: start.filter.state ?? undefined }}
          onFilter={onFilter}
          {...(bulk && {
            marked,
            tools: (list) => <BulkMarking {...bulk} list={list} marked={marked} />,
          })}
        />
      )}
      {bulk && <OpenBulkChange {...bulk} change={readOpenChange(address)} />}
    </div>
  )
}

/** Filters that the person has kept, one press each. */
function KeptViews({
  locationGroupId,
  filter,
  onChoose,
}: {
  locationGroupId: number
  filter: FleetFilter
  onChoose: (filter: FleetFilter) => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const query = groupViewsQuery(locationGroupId)
  const { data: views } = useQuery(query)
  const [isNaming, setNaming] = useState(false)
  const renew = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const forget = useMutation({
    mutationFn: (groupViewId: number) =>
      call('DELETE /location-groups/:locationGroupId/views/:groupViewId', {
        params: { locationGroupId, groupViewId },
      }),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: renew,
  })
  const isPlain = filter.layout === 'table' && filter.state === null && filter.search === ''
  const isKept = (views ?? []).some((view) => isSame(view.filter, filter))
  if (!views || (views.length === 0 && isPlain)) return null
  return (
    <section className={styles.views} aria-label={t('location_groups.fleet.views')}>
      {views.map((view) => (
        <span key={view.id} className={styles.view} data-chosen={isSame(view.filter, filter) || undefined}>
          <button
            type="button"
            aria-pressed={isSame(view.filter, filter)}
            onClick={() => onChoose(view.filter)}
          >
            {view.name}
          </button>
          <IconButton
            size="small"
            label={t('location_groups.fleet.forget', { name: view.name })}
            onClick={() => forget.mutate(view.id)}
          >
            <IconX size={14} />
          </IconButton>
        </span>
      ))}
      {!isPlain && !isKept && (
        <Button size="small" variant="quiet" onClick={() => setNaming(true)}>
          <IconBookmark size={14} aria-hidden />
          {t('location_groups.fleet.keep')}
        </Button>
      )}
      {isNaming && (
        <NameModal
          title={t('location_groups.fleet.keep')}
          name=""
          longest={60}
          onSave={async (name) => {
            await call('POST /location-groups/:locationGroupId/views', {
              params: { locationGroupId },
              body: { name, filter },
            })
            await renew()
            return t('location_groups.fleet.kept', { name })
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </section>
  )
}

const isSame = (one: FleetFilter, other: FleetFilter) =>
  one.layout === other.layout && one.state === other.state && one.search === other.search
