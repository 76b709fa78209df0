import type { ControllerSourceView, MappedSourceView } from '@ohmstead/contract/mapping'
import { IconArrowRight } from '@tabler/icons-react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { describeOutcome } from './mapped-names.ts'
import styles from './mapping-page.module.css'

/** "3.2 kW → 3,200 W production". */
export function OutcomeText({
  source: { value, unit },
  mapped,
}: {
  source: ControllerSourceView
  mapped: Pick<MappedSourceView, 'category' | 'metric' | 'factor'>
}) {
  const t = useT()
  const format = useFormat()
  const outcome = describeOutcome(mapped, value)
  if (value === '') return null
  return (
    <span className={styles.outcome}>
      <span>{unit === null ? value : `${value} ${unit}`}</span>
      <IconArrowRight size={14} aria-hidden />
      {outcome === null ? (
        <em>{t('mapping.source.not_a_number')}</em>
      ) : (
        <strong>
          {typeof outcome.value === 'number'
            ? format.number(Math.abs(outcome.value), digitsOf(outcome.value))
            : outcome.value}
          {outcome.unit && `\u00a0${outcome.unit}`}
          {outcome.flow && ` ${t(`mapping.flow.${outcome.flow}` as MessageKey)}`}
        </strong>
      )}
    </span>
  )
}

const digitsOf = (value: number) => (Number.isInteger(value) ? 0 : Math.abs(value) >= 100 ? 1 : 2)
