import type { Invoice } from '@ohmstead/pricing/invoice/invoice-model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { checksKey } from './checks-query.ts'

interface KeepButtonProps {
  locationId: number
  invoice: Invoice
  period: { from: string; to: string }
}

/** Sends the figures of the invoice, which leave the browser only now. */
export function KeepButton({ locationId, invoice, period }: KeepButtonProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { supplier, number, meteringPoints, lines, vats, net, total } = invoice
      return call('POST /locations/:locationId/invoice-checks', {
        params: { locationId },
        body: { ...period, invoice: { supplier, number, meteringPoints, lines, vats, net, total } },
      })
    },
    onSuccess: () => {
      showToast(t('invoice_check.keep.done'))
      return queryClient.invalidateQueries({ queryKey: checksKey(locationId) })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <Button
      size="small"
      isBusy={isPending}
      data-tooltip={t('invoice_check.keep.hint')}
      onClick={() => mutate()}
    >
      {t('invoice_check.keep.action')}
    </Button>
  )
}
