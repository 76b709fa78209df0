import type { LocationView } from '@ohmstead/contract/locations'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useState } from 'react'
import type { LocationAddress } from '../../shared/paths.ts'
import { type FlowView, useFlowReadings } from '../../shared/power-flow/use-flow-readings.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { useNow } from '../../shared/use-now.ts'
import { AlarmHint } from './alarm-hint.tsx'
import { ControllersCard } from './controllers-card.tsx'
import { FlowCard } from './flow-card.tsx'
import { glanceQuery } from './glance-query.ts'
import styles from './location-overview.module.css'
import { MoneyCard } from './money-card.tsx'
import { OverviewHeadline } from './overview-headline.tsx'
import { SecondMeterHint } from './second-meter-hint.tsx'
import { TodayCard } from './today-card.tsx'
import { todayQuery } from './today-query.ts'
import { useRefetchOnNewDevice } from './use-refetch-on-new-device.ts'
import { useSunInTitle } from './use-sun-in-title.ts'
import { WeekCard } from './week-card.tsx'

/** The overview of a location that has devices. A reading per second redraws only the flow. */
export function LocationOverview({
  location,
  address,
}: {
  location: LocationView
  address: LocationAddress
}) {
  const nowMs = useNow(15_000)
  const [view, setView] = useState<FlowView>(useUser().settings.initialDataView)
  const readings = useFlowReadings(location.id, location.devices, view)
  useRefetchOnNewDevice(location, readings.live)
  const todays = todayQuery(location.id, location.timezone.name, nowMs)
  // On its way while the page is drawn for the first time, not after it.
  usePrefetchQuery(todays)
  const today = useQuery(todays)
  const { data: days } = useQuery(glanceQuery(location.id))
  // Drawn in pieces when they arrive: a phone answers a touch meanwhile.
  const energy = useDeferredValue(today.data)
  const glance = useDeferredValue(days)
  useSunInTitle(readings)
  const { refetch } = today
  const retryToday = useCallback(() => void refetch(), [refetch])
  return (
    <>
      <div>
        <OverviewHeadline location={location} energy={energy} glance={glance} hasFailed={today.isError} />
        <AlarmHint count={readings.live.unseenAlarms ?? 0} />
      </div>
      <SecondMeterHint location={location} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <div className={styles.flow}>
            <FlowCard
              location={location}
              address={address}
              readings={readings}
              view={view}
              onView={setView}
              money={days?.money}
            />
          </div>
          <div className={styles.money}>
            <MoneyCard address={address} glance={glance} />
          </div>
          <div className={styles.week}>
            <WeekCard address={address} glance={glance} hasProduction={energy?.has.production ?? false} />
          </div>
        </div>
        <div className={styles.column}>
          <div className={styles.today}>
            <TodayCard
              address={address}
              energy={energy}
              error={today.error}
              onRetry={retryToday}
              nowMs={nowMs}
              peak={glance?.peak ?? null}
            />
          </div>
          <div className={styles.last}>
            <ControllersCard location={location} address={address} live={readings.live} nowMs={nowMs} />
          </div>
        </div>
      </div>
    </>
  )
}
