import type { SharingGroupDetailView } from '@ohmstead/contract/energy-sharing-groups'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PageTabs } from '../../shared/page-tabs/page-tabs.tsx'
import { paths } from '../../shared/paths.ts'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import { useSharingGroupId } from '../../shared/route-ids.ts'
import { sharingGroupQuery } from '../../shared/sharing/sharing-groups-query.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { StateMark } from './state-mark.tsx'

type Part = 'own' | 'members' | 'key' | 'simulation' | 'day' | 'settlement' | 'terms'

const parts: Readonly<Record<Part, ComponentType<GroupPartProps>>> = {
  own: lazyPart(async () => (await import('./own-part.tsx')).OwnPart),
  members: lazyPart(async () => (await import('./members-part.tsx')).MembersPart),
  key: lazyPart(async () => (await import('./key-part.tsx')).KeyPart),
  simulation: lazyPart(async () => (await import('./simulation-part.tsx')).SimulationPart),
  day: lazyPart(async () => (await import('./day-part.tsx')).DayPart),
  settlement: lazyPart(async () => (await import('./settlement-part.tsx')).SettlementPart),
  terms: lazyPart(async () => (await import('./terms-part.tsx')).TermsPart),
}

/** An organiser sees everything of the group, a member its own; the first is what the page opens with. */
function partsOf({ isOrganiser, ownMemberCount }: SharingGroupDetailView): Part[] {
  if (!isOrganiser) return ['own', 'day', 'settlement']
  const own: Part[] = ownMemberCount > 0 ? ['own'] : []
  return ['members', 'key', 'simulation', 'day', 'settlement', ...own, 'terms']
}

/** One group that shares energy. */
export function SharingGroupPage() {
  const id = useSharingGroupId()
  const {
    data: group,
    error,
    refetch,
  } = useQuery({
    ...sharingGroupQuery(id ?? 0),
    enabled: id !== null,
  })
  if (id === null || (error instanceof ApiError && error.code === 'not_found')) return <NotFoundState />
  if (error && !group) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!group)
    return (
      <div className={styles.page} aria-busy>
        <Skeleton width="50%" height={34} />
        <Skeleton height={44} />
        <Skeleton height={360} radius={16} />
      </div>
    )
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Group group={group} />
    </div>
  )
}

function Group({ group }: GroupPartProps) {
  const t = useT()
  const { part: asked } = useSearch({ strict: false }) as { part?: unknown }
  const offered = partsOf(group)
  const part = offered.find((one) => one === asked) ?? offered[0]!
  const Shown = parts[part]
  return (
    <>
      <PricesHead
        title={group.name}
        lead={t(`energy_sharing.scheme.${group.scheme}`)}
        parent={{ to: paths.sharing, title: t('titles.energy_sharing') }}
      >
        <StateMark group={group} />
      </PricesHead>
      <PageTabs label={t('titles.sharing_group')}>
        {offered.map((one, place) => (
          <li key={one}>
            <Link
              to={paths.sharingGroup(group.id)}
              search={(place === 0 ? {} : { part: one }) as never}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {t(`energy_sharing.part.${one}`)}
            </Link>
          </li>
        ))}
      </PageTabs>
      <PartBoundary key={part}>
        <Suspense fallback={<Skeleton height={360} radius={16} />}>
          <Shown group={group} />
        </Suspense>
      </PartBoundary>
    </>
  )
}
