import { formatNoteValues, type RateNote } from '@ohmstead/network-fee/rates/rate-note'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { ConfidenceMark } from '../../shared/rates/confidence-mark.tsx'
import { TextTable } from '../../ui/text-table.tsx'
import { listPublishedLevies, type PublishedLevy } from './list-published-levies.ts'
import styles from './network-tariffs.module.css'
import { RateOrigin } from './rate-origin.tsx'

/** The levies and the tax that price lists add by the day, with where each was read. */
export function PublishedLevies({ group }: { group: 0 | 1 | 2 | 3 | 4 }) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const format = useFormat()
  const daysText = useDaysText()
  const whoOf = ({ who }: PublishedLevy) => {
    if (who === 'household') return t('network_tariffs.published.household')
    if (who === 'classIv') return `> ${format.number(10_000, 0)} MWh`
    const others = t('network_tariffs.published.nonHousehold')
    return who === 'small' ? `${others} ≤ 43 kW` : who === 'measured' ? `${others} > 43 kW` : null
  }
  const rateOf = ({ rate, unit }: PublishedLevy) => {
    if (rate === null) return t('network_tariffs.published.missing')
    return unit === 'share' ? format.percent(rate, 1) : text.rate(String(rate), 'EUR', unit)
  }
  const noteText = (note: RateNote) =>
    t(`calculations.rate_note.${note.key}` as MessageKey, formatNoteValues(note, formatTag(format.locale)))
  return (
    <section className={styles.section}>
      <h2>{t('price_lists.field.published_taxes')}</h2>
      <TextTable className={styles.levies}>
        <thead>
          <tr>
            <th scope="col">{t('network_tariffs.published.quantity')}</th>
            <th scope="col">{t('price_lists.field.rate')}</th>
            <th scope="col">{t('location_pricing.column.source')}</th>
          </tr>
        </thead>
        <tbody>
          {listPublishedLevies(group).map((levy) => (
            <tr key={`${levy.name} ${levy.who} ${levy.from}`}>
              <th scope="row">
                {words.name(levy.name)}
                {whoOf(levy) && <span className={styles.soft}> · {whoOf(levy)}</span>}
              </th>
              <td>
                <span className={styles.rate}>{rateOf(levy)}</span>
                <span className={styles.soft}>{daysText(levy.from, levy.to)}</span>
              </td>
              <td className={styles.origin}>
                <ConfidenceMark confidence={levy.confidence} />{' '}
                <RateOrigin acts={levy.acts} sources={levy.sources} />
                {levy.notes.map((note) => (
                  <p key={note.key} className={styles.soft}>
                    {noteText(note)}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </TextTable>
    </section>
  )
}
