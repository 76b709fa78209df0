import { DayField } from '../../shared/day-field/day-field.tsx'
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
  onChange,
}: {
  days: DayRange
  today: string
  isValid: boolean
  onChange: (days: DayRange) => void
}) {
  const t = useT()
  const isReversed = days.from !== '' && days.to !== '' && days.to < days.from
  return (['from', 'to'] as const).map((end) => (
    <DayField
      key={end}
      name={end}
      label={t(`spot_market.history.${end}`)}
      pickLabel={t('spot_market.history.pick')}
      day={days[end]}
      today={today}
      isWrong={!isValid}
      error={end === 'to' && isReversed ? t('validation.range_reversed') : undefined}
      onChange={(day) => onChange({ ...days, [end]: day })}
    />
  ))
}
