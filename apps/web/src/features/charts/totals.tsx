import panelStyles from '../../shared/charts/chart-panel.module.css'
import type { PlaceEnergy } from '../../shared/charts/chart-place.ts'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import type { ComparedTotal, TotalKey } from '../../shared/charts/compare-totals.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type Translate, useT } from '../../shared/i18n/use-t.ts'
import { Quantity } from '../../shared/quantity/quantity.tsx'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import styles from './charts.module.css'

function presentKeys({ has, totals }: PlaceEnergy): TotalKey[] {
  const keys: TotalKey[] = []
  if (has.production) keys.push('production')
  if (has.grid || totals.consumption !== null) keys.push('consumption')
  if (has.grid) keys.push('grid_import')
  if (has.grid && has.production) keys.push('grid_export')
  if (has.battery) keys.push('battery_charge', 'battery_discharge')
  if (has.ev) keys.push('ev')
  if (has.hvac) keys.push('hvac')
  return keys
}

/** The range in a sentence and in numbers; with another period, their difference. */
export function Totals({
  energy,
  compared,
  isOver,
}: {
  energy: PlaceEnergy
  compared: Record<TotalKey, ComparedTotal | null> | null
  /** The range has ended: it is compared as a whole. */
  isOver: boolean
}) {
  const t = useT()
  const format = useFormat()
  const { text } = useQuantity()
  const { totals } = energy
  const label = (key: TotalKey) =>
    key === 'consumption' ? t('charts.totals.consumption') : t(`charts.series.${key}`)
  return (
    <section className={styles.totals} aria-label={t('charts.totals.label')}>
      <p className={styles.sentence}>
        {describeTotals(energy, t, text, format.percent)}{' '}
        {describeChange(compared?.consumption ?? null, isOver, t, format.percent)}{' '}
        {energy.locations && t('charts.totals.group', energy.locations)}
      </p>
      <dl className={styles.numbers}>
        {presentKeys(energy).map((key) => (
          <div key={key}>
            <dt>
              <span className={panelStyles.swatch} style={energySwatch(key)} />
              {label(key)}
            </dt>
            <dd>
              <Quantity value={totals[key]} unit="Wh" />
              {compared?.[key] && <Difference {...compared[key]} betterSign={betterSigns[key]} />}
            </dd>
          </div>
        ))}
        {energy.has.production && totals.self_sufficiency !== null && (
          <div>
            <dt>{t('location_overview.today.self_sufficiency')}</dt>
            <dd>
              <strong className={styles.ratio}>{format.percent(totals.self_sufficiency)}</strong>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function describeTotals(
  { totals, has }: PlaceEnergy,
  t: Translate,
  text: (value: number | null, unit: string) => string,
  percent: (ratio: number | null, digits?: number) => string,
): string {
  const consumption = text(totals.consumption, 'Wh')
  const production = text(totals.production, 'Wh')
  if (totals.consumption === null) {
    return describeParts(totals, t, text)
  }
  if (!has.production || totals.production === null) return t('charts.totals.use', { consumption })
  if (totals.self_sufficiency === null) return t('charts.totals.use_export', { consumption, production })
  return t('charts.totals.self', { percent: percent(totals.self_sufficiency), consumption, production })
}

/** Without a balance, as for a single device: its known values, each with its own text. */
function describeParts(
  totals: PlaceEnergy['totals'],
  t: Translate,
  text: (value: number | null, unit: string) => string,
): string {
  const parts: string[] = []
  if (totals.production !== null)
    parts.push(t('charts.totals.production', { production: text(totals.production, 'Wh') }))
  if (totals.battery_charge !== null || totals.battery_discharge !== null) {
    const [charge, discharge] = [text(totals.battery_charge, 'Wh'), text(totals.battery_discharge, 'Wh')]
    parts.push(t('charts.totals.battery', { charge, discharge }))
  }
  if (totals.grid_import !== null || totals.grid_export !== null) {
    const [imported, exported] = [text(totals.grid_import, 'Wh'), text(totals.grid_export, 'Wh')]
    parts.push(t('charts.totals.grid', { imported, exported }))
  }
  if (totals.ev !== null || totals.hvac !== null) {
    parts.push(t('charts.totals.use', { consumption: text((totals.ev ?? 0) + (totals.hvac ?? 0), 'Wh') }))
  }
  return parts.length > 0 ? parts.join(' ') : t('charts.totals.unknown')
}

function describeChange(
  compared: ComparedTotal | null,
  isOver: boolean,
  t: Translate,
  percent: (ratio: number | null, digits?: number) => string,
): string {
  if (!compared?.other) return ''
  const change = compared.own / compared.other - 1
  if (Math.abs(change) < 0.005) return t('charts.totals.same')
  const direction = change > 0 ? 'more' : 'less'
  return t(`charts.totals.${direction}${isOver ? '_whole' : ''}`, { percent: percent(Math.abs(change), 0) })
}

/** Whether more is better (1) or worse (-1); charging and discharging are neither. */
const betterSigns: Partial<Record<TotalKey, 1 | -1>> = { production: 1, consumption: -1, grid_import: -1 }

/** A smaller difference counts as equal. */
const leastShare = 0.005

function Difference({ own, other, betterSign }: ComparedTotal & { betterSign: 1 | -1 | undefined }) {
  const t = useT()
  const { text } = useQuantity()
  const sign = own >= other ? '+' : '−'
  const difference = `${sign}${text(Math.abs(own - other), 'Wh')}`
  const isNotable = Math.abs(own - other) > leastShare * Math.max(own, other)
  const verdict = betterSign && isNotable ? ((own - other) * betterSign > 0 ? 'better' : 'worse') : null
  return (
    <small
      className={`${styles.difference} ${verdict ? styles[verdict] : ''}`}
      data-tooltip={t('charts.totals.difference', { difference })}
    >
      {difference}
      {verdict && <span className="visually-hidden"> ({t(`charts.totals.${verdict}`)})</span>}
    </small>
  )
}
