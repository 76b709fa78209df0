import { listRatePeriods, type RatePeriod } from '@ohmstead/network-fee/rates/list-rate-periods'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { ConfidenceMark } from '../../shared/rates/confidence-mark.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './network-tariffs.module.css'
import { PublishedLevies } from './published-levies.tsx'
import { RateOrigin } from './rate-origin.tsx'

const groups = [0, 1, 2, 3, 4] as const
const blocks = [1, 2, 3, 4, 5] as const

/** What the platform knows of Slovenia's network fee, by user group and day; what nobody published is shown as missing. */
export function PublishedRates() {
  const t = useT()
  const [group, setGroup] = useState<(typeof groups)[number]>(0)
  const label = t('network_tariffs.published.heading')
  return (
    <>
      <section className={`${styles.section} ${styles.rates}`}>
        <header className={styles.head}>
          <div>
            <h2>{label}</h2>
            <p>{t('network_tariffs.published.lead')}</p>
          </div>
          <SelectField
            label={t('network_tariffs.published.group')}
            value={String(group)}
            options={groups.map((value) => ({
              value: String(value),
              label: `${value} – ${t(`network_tariffs.group.${value}`)}`,
            }))}
            onChange={(value) => setGroup(groups.find((known) => String(known) === value) ?? 0)}
          />
        </header>
        <FigureTable label={label}>
          <thead>
            <tr>
              <th scope="col">{t('network_tariffs.published.period')}</th>
              <th scope="col" data-text>
                {t('network_tariffs.published.quantity')}
              </th>
              {blocks.map((block) => (
                <th key={block} scope="col">
                  {t('calculations.block', { block })}
                </th>
              ))}
              <th scope="col" data-text>
                {t('network_tariffs.published.sureness')}
              </th>
            </tr>
          </thead>
          <tbody>
            {listRatePeriods(group, publishedRates).map((period) => (
              <PeriodRows key={`${period.from} ${period.consumers}`} period={period} />
            ))}
          </tbody>
        </FigureTable>
      </section>
      <PublishedLevies group={group} />
    </>
  )
}

function PeriodRows({ period: { from, to, consumers, rates } }: { period: RatePeriod }) {
  const t = useT()
  const daysText = useDaysText()
  const format = useFormat()
  const when = daysText(from, to)
  const head = (
    <>
      {when}
      {consumers !== 'all' && (
        <span className={styles.soft}> · {t(`network_tariffs.published.${consumers}`)}</span>
      )}
    </>
  )
  if (rates === null)
    return (
      <tr>
        <th scope="row">{head}</th>
        <td colSpan={blocks.length + 2} className={styles.missing}>
          {t('network_tariffs.published.missing')}
        </td>
      </tr>
    )
  const cells = (values: readonly number[]) =>
    blocks.map((block) => <td key={block}>{format.number(values[block - 1]!, 5)}</td>)
  return (
    <>
      <tr data-first>
        <th scope="rowgroup" rowSpan={3}>
          {head}
        </th>
        <td className={styles.quantity}>{t('network_tariffs.published.power')}, €/kW</td>
        {cells(rates.powerEurPerKw!)}
        <td rowSpan={3} className={styles.quantity}>
          <ConfidenceMark confidence={rates.confidence} />
        </td>
      </tr>
      <tr data-second>
        <td className={styles.quantity}>{t('network_tariffs.published.energy')}, €/kWh</td>
        {cells(rates.energyEurPerKwh!)}
      </tr>
      <tr data-last>
        <td colSpan={blocks.length + 1} className={styles.origin}>
          <RateOrigin acts={rates.acts} sources={rates.sources} />
        </td>
      </tr>
    </>
  )
}
