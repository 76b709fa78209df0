import type { MoneyView } from '@ohmstead/contract/money'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type Fact, Facts } from '../../shared/what-if/facts.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Why the forecast is what it is: how it is drawn, and from how much. */
export function BasisPanel({ money: { basis, month_so_far } }: { money: MoneyView }) {
  const t = useT()
  const format = useFormat()
  const { recentDays, lastYearDays, drawnDays, draws } = basis
  const count = (key: string, label: string, value: number): Fact => ({
    key,
    label,
    value: format.number(value),
  })
  const share = (key: string, label: string, value: number): Fact[] =>
    value > 0 ? [{ key, label, value: format.percent(value) }] : []
  return (
    <Panel heading={t('money.basis.heading')} lead={t('money.basis.drawn', { draws })}>
      <Facts
        facts={[
          count('recent', t('money.basis.recent'), recentDays),
          ...(lastYearDays > 0 ? [count('last_year', t('money.basis.last_year'), lastYearDays)] : []),
          count('left', t('money.basis.left'), drawnDays),
          ...share('unread', t('money.basis.unread'), month_so_far.missingShare),
          ...share('estimated', t('money.basis.estimated'), month_so_far.estimatedShare),
        ]}
      />
      <p>{t('money.basis.published')}</p>
    </Panel>
  )
}
