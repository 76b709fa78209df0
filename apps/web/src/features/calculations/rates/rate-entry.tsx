import { useLingui } from '@lingui/react'
import { getDateFormat } from '../../../shared/charts/date-format.ts'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { type MessageKey, useT } from '../../../shared/i18n/use-t.ts'
import type { Calculation } from '../calculation-data.ts'
import { ConfidenceMark } from './confidence-mark.tsx'
import styles from './rates.module.css'
import { splitCitation } from './split-citation.ts'

/** A dated rate: what it is, when it holds, how sure it is, and the publication it was taken from. */
export function RateEntry({ id, calculation }: { id: string; calculation: Calculation }) {
  const t = useT()
  const { i18n } = useLingui()
  const rate = calculation.rates[id]
  if (!rate) return null
  const days = getDateFormat(formatTag(i18n.locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const day = (text: string) => days.format(Date.parse(`${text}T00:00:00Z`))
  const kind = id.slice(0, id.indexOf('/'))
  return (
    <li className={styles.rate}>
      <span className={styles.rateHead}>
        <strong>{t(`calculations.rate.${kind}` as MessageKey)}</strong>
        <span>
          {rate.to === null
            ? t('calculations.rates.from', { from: day(rate.from) })
            : t('calculations.rates.from_to', { from: day(rate.from), to: day(rate.to) })}
        </span>
        <ConfidenceMark confidence={rate.confidence} />
      </span>
      <ul className={styles.sources}>
        {rate.sources.map((source) => (
          <li key={source}>
            <Source text={calculation.sources[source] ?? source} />
          </li>
        ))}
      </ul>
      {rate.note && (
        <p className={styles.note} lang="en">
          {rate.note}
        </p>
      )}
    </li>
  )
}

function Source({ text }: { text: string }) {
  return splitCitation(text).map(({ text: part, href }) =>
    href === null ? (
      part
    ) : (
      <a key={part} href={href} target="_blank" rel="noreferrer noopener">
        {part}
      </a>
    ),
  )
}
