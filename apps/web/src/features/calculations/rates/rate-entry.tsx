import { useLingui } from '@lingui/react'
import { formatDateText } from '@ohmstead/network-fee/calendar/format-date-text'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { type MessageKey, useT } from '../../../shared/i18n/use-t.ts'
import { ConfidenceMark } from '../../../shared/rates/confidence-mark.tsx'
import type { Calculation, Rate } from '../calculation-data.ts'
import { compareSources, kindOf } from './group-rates.ts'
import { OutsideLink } from './outside-link.tsx'
import { RateFigures } from './rate-figures.tsx'
import { RateNotes } from './rate-notes.tsx'
import { ShortSource } from './rate-source.tsx'
import styles from './rates.module.css'

/** A dated rate: its numbers, validity, confidence, legal act, and source. */
export function RateEntry({
  id,
  calculation,
  isNamed = true,
}: {
  id: string
  calculation: Pick<Calculation, 'rates' | 'sources' | 'oldSystem'>
  /** Off if a heading above names it; its context is shown all the same. */
  isNamed?: boolean
}) {
  const t = useT()
  const rate = calculation.rates[id]
  if (!rate) return null
  const kind = kindOf(id)
  // Each levy is a separate rate; the heading names them all.
  const levy = kind === 'energyLevies' ? rate.figures[0]?.category : null
  const name = levy ? t(`calculations.category.${levy}`) : t(`calculations.rate.${kind}` as MessageKey)
  const isCompared = kind === 'oldSystem' && isUsedLater(rate, calculation)
  // As in the list of all sources.
  const sources = rate.sources
    .map((key) => [key, calculation.sources[key]] as const)
    .sort(([, a], [, b]) => (a && b ? compareSources(a, b) : 0))
  return (
    <li className={styles.rate}>
      <span className={styles.rateHead}>
        {(isNamed || levy) && <strong>{name}</strong>}
        <Validity rate={rate} />
        <ConfidenceMark confidence={rate.confidence} />
      </span>
      <RateFigures figures={rate.figures} />
      {rate.acts.map(({ title, gazette, url }) => (
        <p key={title} className={styles.act} lang="sl">
          <OutsideLink href={url}>{title}</OutsideLink>
          {gazette && ` (${gazette})`}
        </p>
      ))}
      {(rate.notes.length > 0 || isCompared) && (
        <p className={styles.note}>
          <RateNotes notes={rate.notes} /> {isCompared && t('calculations.rates.compared')}
        </p>
      )}
      <div className={styles.sources}>
        {t('calculations.rates.taken_from')}
        <ul>
          {sources.map(([key, source]) => (
            <li key={key}>
              <ShortSource name={key} source={source} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

/** The last table of the old system also prices months after its end. */
function isUsedLater({ to }: Rate, { oldSystem }: Pick<Calculation, 'oldSystem'>): boolean {
  const months = Object.values(oldSystem)
  return (
    to !== null && months.some(({ assumption, firstDay }) => assumption === 'lastOldTable' && firstDay > to)
  )
}

function Validity({ rate: { from, to } }: { rate: Rate }) {
  const t = useT()
  const { i18n } = useLingui()
  const day = (text: string) => formatDateText(text, formatTag(i18n.locale))
  return (
    <span className={styles.validity}>
      {to === null
        ? t('calculations.rates.from', { from: day(from) })
        : t('calculations.rates.from_to', { from: day(from), to: day(to) })}
    </span>
  )
}
