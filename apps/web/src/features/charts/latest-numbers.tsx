import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { useQuery } from '@tanstack/react-query'
import { energyColour } from '../../shared/charts/chart-theme.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { calculatePowerFlow, type PowerFlow } from '../../shared/power-flow/power-flow.ts'
import { type FlowReadings, latestQuery } from '../../shared/power-flow/use-flow-readings.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useNow } from '../../shared/use-now.ts'
import styles from './charts.module.css'

const figures: {
  label: MessageKey
  colour: string
  read: (flow: PowerFlow) => number | null
  isThere: (flow: PowerFlow) => boolean
}[] = [
  {
    label: 'charts.series.production',
    colour: 'production',
    read: (f) => f.productionW,
    isThere: (f) => f.has.production,
  },
  { label: 'location_overview.flow.home', colour: 'home', read: (f) => f.homeW, isThere: (f) => f.has.grid },
  {
    label: 'location_overview.flow.grid',
    colour: 'grid_import',
    read: (f) => f.gridW,
    isThere: (f) => f.has.grid,
  },
  {
    label: 'location_overview.flow.battery',
    colour: 'battery_charge',
    read: (f) => f.batteryW,
    isThere: (f) => f.has.battery,
  },
  { label: 'charts.series.ev', colour: 'ev', read: (f) => f.evW, isThere: (f) => f.has.ev },
  { label: 'charts.series.hvac', colour: 'hvac', read: (f) => f.heatW, isThere: (f) => f.has.heat },
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
  const { text } = useQuantity()
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
          .filter(({ isThere }) => isThere(readings.flow))
          .map(({ label, colour, read }) => (
            <div key={label}>
              <dt>
                <span className={styles.swatch} style={{ background: energyColour(colour) }} />
                {t(label)}
              </dt>
              <dd>
                <Quantity value={read(readings.flow)} unit="W" />
                <small className={styles.difference} data-tooltip={t('charts.latest.mean')}>
                  <span aria-hidden>⌀ </span>
                  <span className="visually-hidden">{t('charts.latest.mean')} </span>
                  {text(mean && read(mean), 'W')}
                </small>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
