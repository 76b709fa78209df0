import { useLingui } from '@lingui/react'
import { IconCalendar } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { formatDays } from '../charts/format-bucket.ts'
import { findPricedDays } from './find-priced-days.ts'
import { usePortalDevice } from './use-portal-devices.ts'
import { usePortalSelection } from './use-portal-selection.ts'

/** If the chosen days have no tariff: the days that have one, selectable with one press. */
export function PricedDaysChoice() {
  const { i18n } = useLingui()
  const { device } = usePortalDevice()
  const { selection, change } = usePortalSelection()
  const days = device && findPricedDays(device)
  if (!days || (days.from === selection.from && days.to === selection.to)) return null
  return (
    <div>
      <Button onClick={() => change(days)}>
        <IconCalendar size={18} stroke={1.6} aria-hidden />
        {formatDays(days.from, days.to, i18n.locale)}
      </Button>
    </div>
  )
}
