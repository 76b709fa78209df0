import { useT } from '../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'

export type ShownPrice = 'bare' | 'allIn'

/** What the exchange asks, or what a kilowatt-hour costs at the location. */
export function PriceChoice({
  value,
  onChange,
}: {
  value: ShownPrice
  onChange: (value: ShownPrice) => void
}) {
  const t = useT()
  return (
    <SegmentedChoice
      label={t('spot_market.which')}
      value={value}
      options={[
        { value: 'bare', label: t('spot_market.price') },
        { value: 'allIn', label: t('spot_market.all_in') },
      ]}
      onChange={onChange}
    />
  )
}
