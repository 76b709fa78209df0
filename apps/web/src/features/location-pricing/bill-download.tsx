import { useLingui } from '@lingui/react'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../lib/call.ts'
import { downloadBlob, formatFileName } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'

interface BillDownloadProps {
  locationId: number
  days: { from: string; to: string }
}

/** The bill shown as a workbook, for somebody who keeps the books. */
export function BillDownload({ locationId, days }: BillDownloadProps) {
  const t = useT()
  const { i18n } = useLingui()
  const { data: location } = useLocationView(locationId)
  const { isPending, mutate } = useMutation({
    mutationFn: () =>
      callForFile('GET /locations/:locationId/pricing/bill/xlsx', {
        params: { locationId },
        query: { ...days, locale: i18n.locale as 'en' },
      }),
    onSuccess: (file) =>
      downloadBlob(file, formatFileName([location?.name ?? '', days.from, days.to], 'xlsx')),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <p>
      <Button size="small" isBusy={isPending} onClick={() => mutate()}>
        <IconDownload size={15} stroke={1.6} aria-hidden />
        {t('location_pricing.bill.xlsx')}
      </Button>
    </p>
  )
}
