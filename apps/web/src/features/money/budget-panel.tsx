import type { MoneyView } from '@ohmstead/contract/money'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import styles from './money.module.css'

interface Props {
  locationId: number
  money: MoneyView
  mayEdit: boolean
}

/** What a month may cost, and where this one stands. */
export function BudgetPanel({ locationId, money, mayEdit }: Props) {
  const t = useT()
  const format = useFormat()
  const text = usePriceText()
  const [isOpen, setOpen] = useState(false)
  const { budget } = money
  return (
    <Panel
      heading={t('money.budget.heading')}
      tools={
        mayEdit && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t(budget ? 'money.budget.change' : 'money.budget.set')}
          </Button>
        )
      }
    >
      {budget ? (
        <>
          <dl className={styles.budget}>
            <div>
              <dt>{t('money.budget.amount')}</dt>
              <dd>{text.money(budget.amount, budget.currency)}</dd>
              <dd className={styles.soft}>
                {[budget.setBy, format.dateTime(budget.setAt, money.time_zone)].filter(Boolean).join(', ')}
              </dd>
            </div>
          </dl>
          <p className={styles.state} data-state={budget.state}>
            {t(`money.budget.state.${budget.state}`)}
          </p>
          <p className={styles.soft}>{t('money.budget.rule')}</p>
        </>
      ) : (
        <p>{t('money.budget.none')}</p>
      )}
      {isOpen && <BudgetDialog locationId={locationId} money={money} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
