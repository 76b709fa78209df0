import type { KeptInvoiceCheck } from '@ohmstead/contract/invoice-check'
import type { Invoice } from '@ohmstead/pricing/invoice/invoice-model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { errorText, FailedStrip } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { checksKey, checksQuery } from './checks-query.ts'
import styles from './invoice-check.module.css'

interface KeptChecksProps {
  locationId: number
  mayEdit: boolean
  onOpen: (invoice: Invoice) => void
}

/** Checks that somebody asked to keep. */
export function KeptChecks({ locationId, mayEdit, onOpen }: KeptChecksProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const [doomed, setDoomed] = useState<KeptInvoiceCheck | null>(null)
  const { data: checks, error, refetch } = useQuery(checksQuery(locationId))
  const fail = (failure: unknown) => showToast(errorText(failure, t), { tone: 'danger' })
  const open = useMutation({
    mutationFn: (invoiceCheckId: number) =>
      call('GET /locations/:locationId/invoice-checks/:invoiceCheckId', {
        params: { locationId, invoiceCheckId },
      }),
    onSuccess: ({ invoice }) => onOpen(invoice),
    onError: fail,
  })
  const remove = useMutation({
    mutationFn: (invoiceCheckId: number) =>
      call('DELETE /locations/:locationId/invoice-checks/:invoiceCheckId', {
        params: { locationId, invoiceCheckId },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: checksKey(locationId) }),
    onError: fail,
    onSettled: () => setDoomed(null),
  })
  if (!checks) return error ? <FailedStrip error={error} onRetry={() => void refetch()} /> : null
  if (checks.length === 0) return null
  return (
    <Panel heading={t('invoice_check.keep.heading')}>
      <ul className={styles.kept}>
        {checks.map((check) => (
          <li key={check.id}>
            <KeptCheck check={check} />
            <span className={styles.tools}>
              <Button size="small" onClick={() => open.mutate(check.id)}>
                {t('invoice_check.keep.open')}
              </Button>
              {mayEdit && (
                <Button size="small" variant="quiet" onClick={() => setDoomed(check)}>
                  {t('invoice_check.keep.delete')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {doomed && (
        <ConfirmModal
          title={t('invoice_check.keep.delete')}
          text={t('invoice_check.keep.delete_text')}
          action={t('invoice_check.keep.delete')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(doomed.id)}
          onClose={() => setDoomed(null)}
        />
      )}
    </Panel>
  )
}

function KeptCheck({ check: { from, to, supplier, number, result } }: { check: KeptInvoiceCheck }) {
  const t = useT()
  const day = useFormatDay()
  const { money } = usePriceText()
  const { verdict, difference, invoiceTotal, currency } = result
  const amount = money((difference ?? '0').replace('-', ''), currency)
  const answers = {
    agrees: () => t('invoice_check.kind.agrees'),
    tooMuch: () => t('invoice_check.too_much', { amount }),
    tooLittle: () => t('invoice_check.too_little', { amount }),
    differs: () => t('invoice_check.differs'),
    unknown: () => t('invoice_check.unknown'),
  }
  return (
    <span className={styles.lineName}>
      <strong>{[supplier, number].filter(Boolean).join(' · ') || money(invoiceTotal, currency)}</strong>
      <span className={styles.soft}>
        {day(from)} – {day(to)}
      </span>
      <span>{answers[verdict]()}</span>
    </span>
  )
}
