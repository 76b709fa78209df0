import { firstSpotDay } from '@ohmstead/domain/pricing/spot-source-names'
import { dayAfter } from '@ohmstead/domain/time/days'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import styles from './spot-market.module.css'
import { spotStateQuery } from './spot-queries.ts'

/** Has past days of the region shown fetched again, as a job. */
export function BackFillForm({ region, today }: { region: string; today: string }) {
  const t = useT()
  const queryClient = useQueryClient()
  const [days, setDays] = useState({ from: dayAfter(today, -365), to: dayAfter(today, -1) })
  const isValid = days.from >= firstSpotDay && days.to >= days.from
  const start = useMutation({
    mutationFn: () => call('POST /pricing/spot-market/backfill', { body: { region, ...days } }),
    onSuccess: async () => {
      showToast(t('spot_market.backfill.started'))
      await queryClient.invalidateQueries(spotStateQuery)
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <form
      className={styles.ownRange}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) start.mutate()
      }}
    >
      <h3>
        {t('spot_market.backfill.heading')} ({region})
      </h3>
      <DayRangeFields {...{ days, today, isValid }} earliest={firstSpotDay} onChange={setDays} />
      <Button type="submit" isBusy={start.isPending} disabled={!isValid}>
        {t('spot_market.backfill.submit')}
      </Button>
    </form>
  )
}
