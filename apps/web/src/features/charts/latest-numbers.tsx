import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { calculatePowerFlow, type PowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { useQuery } from '@tanstack/react-query'
import panelStyles from '../../shared/charts/chart-panel.module.css'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { type FlowReadings, latestQuery } from '../../shared/power-flow/use-flow-readings.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useNow } from '../../shared/use-now.ts'
import styles from './charts.module.css'

interface Figure {
  read: (flow: PowerFlow) => number | null
  exists: (flow: PowerFlow) => boolean
  /** Its name and colour; bidirectional ones are named by the current direction, so that no sign has to be read. */
  name: (watts: number | null) => { label: MessageKey; colour: string; hasDirection?: boolean }
}

const directed =
  (
    still: { label: MessageKey; colour: string },
    into: 'grid_import' | 'battery_discharge',
    out: 'grid_export' | 'battery_charge',
  ): Figure['name'] =>
  (watts) => {
    if (!watts) return still
    const key = watts > 0 ? into : out
    return { label: `charts.series.${key}`, colour: key, hasDirection: true }
  }

const figures: Figure[] = [
  {
    read: (f) => f.productionW,
    exists: (f) => f.has.production,
    name: () => ({ label: 'charts.series.production', colour: 'production' }),
  },
  {
    read: (f) => f.homeW,
    exists: (f) => f.has.grid,
    name: () => ({ label: 'location_overview.flow.home', colour: 'home' }),
  },
  {
    read: (f) => f.gridW,
    exists: (f) => f.has.grid,
    name: directed(
      { label: 'location_overview.flow.grid', colour: 'grid_import' },
      'grid_import',
      'grid_export',
    ),
  },
  {
    read: (f) => f.batteryW,
    exists: (f) => f.has.battery,
    name: directed(
      { label: 'location_overview.flow.battery', colour: 'battery_charge' },
      'battery_discharge',
      'battery_charge',
    ),
  },
  {
    read: (f) => f.evW,
    exists: (f) => f.has.ev,
    name: () => ({ label: 'charts.series.ev', colour: 'ev' }),
  },
  {
    read: (f) => f.heatW,
    exists: (f) => f.has.heat,
    name: () => ({ label: 'charts.series.hvac', colour: 'hvac' }),
  },
]

/** The newest powers with their 15-minute averages, and how old they are. */
export function LatestNumbers({
  readings,
  locationId,
  devices,
}: {
  readings: FlowReadings
  locationId: number
  devices: readonly LocationDeviceView[]
}) {
  const t = useT()
  const format = useFormat()
  const nowMs = useNow(1000)
  const { data } = useQuery(latestQuery(locationId))
  const mean = data ? calculatePowerFlow(devices, (key) => data.average_15m[key] ?? null) : null
  const ageMs = readings.ts === null ? null : nowMs - readings.ts
  return (
    <section className={styles.totals} aria-label={t('charts.totals.label')}>
      <p className={styles.sentence}>
        {ageMs === null
          ? t('location_overview.flow.never')
          : t('location_overview.flow.age', { age: format.ago(ageMs) })}
      </p>
      <dl className={styles.numbers}>
        {figures
          .filter(({ exists }) => exists(readings.flow))
          .map(({ read, name }) => (
            <LatestNumber
              key={name(null).label}
              now={read(readings.flow)}
              mean={mean && read(mean)}
              name={name}
            />
          ))}
      </dl>
    </section>
  )
}

function LatestNumber({
  now,
  mean,
  name,
}: {
  now: number | null
  mean: number | null
  name: Figure['name']
}) {
  const t = useT()
  const { text } = useQuantity()
  const own = name(now)
  const before = name(mean)
  const sizeOf = (watts: number | null, { hasDirection }: { hasDirection?: boolean }) =>
    watts !== null && hasDirection ? Math.abs(watts) : watts
  return (
    <div>
      <dt>
        <span className={panelStyles.swatch} style={energySwatch(own.colour)} />
        {t(own.label)}
      </dt>
      <dd>
        <Quantity value={sizeOf(now, own)} unit="W" />
        <small className={styles.difference} data-tooltip={t('charts.latest.mean')}>
          <span aria-hidden>⌀ </span>
          <span className="visually-hidden">{t('charts.latest.mean')} </span>
          {before.hasDirection && before.label !== own.label && `${t(before.label)} `}
          {text(sizeOf(mean, before), 'W')}
        </small>
      </dd>
    </div>
  )
}
