import { useLingui } from '@lingui/react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { formatDayText } from '../../shared/day-field/day-text.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'

interface DayRange {
  from: string
  to: string
}

/** The first and the last day of a stretch of the market. */
export function DayRangeFields({
  days,
  today,
  isValid,
  earliest,
  onChange,
}: {
  days: DayRange
  today: string
  isValid: boolean
  /** There is nothing before it. */
  earliest?: string
  onChange: (days: DayRange) => void
}) {
  const t = useT()
  const tag = formatTag(useLingui().i18n.locale)
  const label = (end: keyof DayRange) => t(`spot_market.history.${end}`)
  const isReversed = days.from !== '' && days.to !== '' && days.to < days.from
  const isTooEarly = earliest !== undefined && days.from !== '' && days.from < earliest
  const errors = {
    from: isTooEarly
      ? t('validation.day_between', {
          field: label('from'),
          first: formatDayText(earliest, tag),
          last: formatDayText(today, tag),
        })
      : undefined,
    to: isReversed ? t('validation.range_reversed') : undefined,
  }
  return (['from', 'to'] as const).map((end) => (
    <DayField
      key={end}
      name={end}
      label={label(end)}
      pickLabel={t('spot_market.history.pick')}
      day={days[end]}
      today={today}
      isWrong={!isValid && !(isTooEarly && end === 'to' && !isReversed)}
      error={errors[end]}
      onChange={(day) => onChange({ ...days, [end]: day })}
    />
  ))
}
