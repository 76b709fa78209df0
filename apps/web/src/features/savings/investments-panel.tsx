import type { InvestmentView, PaybackView } from '@ohmstead/contract/savings-investments'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { errorText, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { InvestmentModal } from './investment-modal.tsx'
import { Payback } from './payback.tsx'
import styles from './savings.module.css'
import { investmentsQuery, savingsKey } from './savings-query.ts'

interface Props {
  locationId: number
  timeZone: string
  mayEdit: boolean
}

/** What was bought, and how far each kind of it has paid back. */
export function InvestmentsPanel({ locationId, timeZone, mayEdit }: Props) {
  const t = useT()
  const { data, error, refetch } = useQuery(investmentsQuery(locationId))
  const [editing, setEditing] = useState<InvestmentView | 'new' | null>(null)
  const [removing, setRemoving] = useState<InvestmentView | null>(null)
  return (
    <Panel
      heading={t('savings.bought.heading')}
      lead={t('savings.bought.lead')}
      tools={
        mayEdit && (
          <Button onClick={() => setEditing('new')}>
            <IconPlus size={16} aria-hidden />
            {t('savings.bought.add')}
          </Button>
        )
      }
    >
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {data?.investments.length === 0 && <p className={styles.soft}>{t('savings.bought.empty')}</p>}
      {data && data.paybacks.length > 0 && (
        <ul className={styles.paybacks}>
          {data.paybacks.map((payback) => (
            <li key={`${payback.kind} ${payback.currency}`}>
              <Payback payback={payback} />
              <Bought
                investments={data.investments.filter((one) => belongsTo(one, payback))}
                onEdit={mayEdit ? setEditing : null}
                onRemove={mayEdit ? setRemoving : null}
              />
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <InvestmentModal
          locationId={locationId}
          timeZone={timeZone}
          investment={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <RemoveModal locationId={locationId} investment={removing} onClose={() => setRemoving(null)} />
      )}
    </Panel>
  )
}

const belongsTo = ({ kind, currency }: InvestmentView, payback: PaybackView) =>
  kind === payback.kind && currency === payback.currency

interface BoughtProps {
  investments: readonly InvestmentView[]
  /** Null for who may not edit. */
  onEdit: ((investment: InvestmentView) => void) | null
  onRemove: ((investment: InvestmentView) => void) | null
}

function Bought({ investments, onEdit, onRemove }: BoughtProps) {
  const t = useT()
  const day = useFormatDay()
  const text = usePriceText()
  return (
    <ul className={styles.bought}>
      {investments.map((investment) => {
        const { id, name, price, subsidy, currency, boughtOn } = investment
        return (
          <li key={id}>
            <span>
              {name}
              <small>
                {day(boughtOn)}, {text.money(price, currency)}
                {Number(subsidy) > 0 && ` – ${t('savings.field.subsidy')} ${text.money(subsidy, currency)}`}
              </small>
            </span>
            {onEdit && onRemove && (
              <span className={styles.tools}>
                <IconButton label={t('savings.bought.edit', { name })} onClick={() => onEdit(investment)}>
                  <IconPencil size={16} aria-hidden />
                </IconButton>
                <IconButton label={t('savings.bought.remove', { name })} onClick={() => onRemove(investment)}>
                  <IconTrash size={16} aria-hidden />
                </IconButton>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface RemoveProps {
  locationId: number
  investment: InvestmentView
  onClose: () => void
}

function RemoveModal({ locationId, investment: { id, name }, onClose }: RemoveProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /locations/:locationId/investments/:investmentId', {
        params: { locationId, investmentId: id },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: savingsKey(locationId) })
      onClose()
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <ConfirmModal
      title={t('savings.bought.remove', { name })}
      text={t('savings.bought.remove_text')}
      action={t('savings.bought.remove_action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
