import type { SharingStatementView } from '@ohmstead/contract/energy-sharing-results'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'

type Caveat = SharingStatementView['caveats'][number]

/** What is to be known of a statement, in a sentence. */
export function useCaveatText(): (caveat: Caveat) => string {
  const t = useT()
  const format = useFormat()
  const daysText = useDaysText()
  const { text: quantity } = useQuantity()
  return (caveat) => {
    switch (caveat.kind) {
      case 'yearlyNetting':
        return t('energy_sharing.caveat.yearlyNetting', {
          energy: quantity(caveat.givenMilliWh / 1000, 'Wh'),
        })
      case 'priceUnknown':
        return t('energy_sharing.caveat.priceUnknown', { energy: quantity(caveat.milliWh / 1000, 'Wh') })
      case 'secondHandRate':
        return t('energy_sharing.caveat.secondHandRate', { source: 'laandra/ERK-2026' })
      case 'partOfMonth':
        return t('energy_sharing.caveat.partOfMonth', { days: daysText(caveat.from, caveat.to) })
      case 'unsettledIntervals':
        return t('energy_sharing.quality.unsettled', { count: format.number(caveat.count) })
      case 'estimatedReadings':
        return t('portal.problem.estimated', { count: caveat.count })
    }
  }
}
