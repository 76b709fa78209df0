import type { LocationView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { IconSolarPanel } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { portalPaths } from '../../shared/paths.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { InvestmentsPanel } from './investments-panel.tsx'
import { MonthsPanel } from './months-panel.tsx'
import { ProofPanel } from './proof-panel.tsx'
import styles from './savings.module.css'
import { SavingsHead } from './savings-head.tsx'
import { savingsQuery } from './savings-query.ts'

/** What panels, battery and control saved, and how far what was bought for it has paid back. */
export function SavingsPage() {
  const address = useLocationAddress()
  const { data: location, error, refetch } = useLocationView(address?.locationId ?? 0)
  if (!address || !location)
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  return <Savings key={location.id} location={location} />
}

function Savings({ location }: { location: LocationView }) {
  const t = useT()
  const user = useUser()
  const timeZone = location.timezone.name
  const thisYear = Temporal.Now.plainDateISO(timeZone).year
  const [year, setYear] = useState(thisYear)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...savingsQuery(location.id, yearSpan(year, timeZone)),
    placeholderData: keepPreviousData,
  })
  const resource = { kind: 'location' as const, locationId: location.id, companyId: location.company.id }
  const mayEdit = decide(actorOf(user), 'location.edit', resource) === 'allowed'
  if (!data)
    return error ? (
      <FailedState isPage title={t('savings.failed')} error={error} onRetry={() => void refetch()} />
    ) : (
      <PageSkeleton />
    )
  const investments = <InvestmentsPanel locationId={location.id} timeZone={timeZone} mayEdit={mayEdit} />
  if (!data.has.solar && !data.has.battery)
    return (
      <div className={styles.page}>
        <EmptyState
          isPage
          icon={<IconSolarPanel size={22} />}
          title={t('savings.none.title')}
          text={t('savings.none.text')}
        >
          <Link to={portalPaths.solar} className={buttonClass({ variant: 'primary' })}>
            {t('savings.none.solar')}
          </Link>
          <Link to={portalPaths.battery} className={buttonClass()}>
            {t('savings.none.battery')}
          </Link>
        </EmptyState>
      </div>
    )
  const firstYear = data.since === null ? thisYear : yearOf(data.since, timeZone)
  const years = Array.from({ length: Math.max(1, thisYear - firstYear + 1) }, (_, back) => thisYear - back)
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <div className={styles.answer} data-outdated={isPlaceholderData || undefined}>
        <SavingsHead savings={data} year={year} years={years} onYear={setYear} />
        <MonthsPanel savings={data} />
        <ProofPanel savings={data} />
      </div>
      {investments}
    </div>
  )
}

const startOfYear = (year: number, timeZone: string) =>
  Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(timeZone).epochMilliseconds

const yearSpan = (year: number, timeZone: string) => ({
  from: startOfYear(year, timeZone),
  to: startOfYear(year + 1, timeZone),
})

const yearOf = (ms: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).year

function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={72} width="60%" />
      <Skeleton height={320} radius={16} />
      <Skeleton height={240} radius={16} />
    </div>
  )
}
