import { useLingui } from '@lingui/react'
import type { SharingStatementsView } from '@ohmstead/contract/energy-sharing-results'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { writeDecimal } from '../../shared/pricing/decimal-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { Facts } from '../../shared/what-if/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './energy-sharing.module.css'
import { isNegative, isPositive, payableShared } from './sharing-money.ts'
import { useMonthText } from './use-month-text.ts'

interface SettlementSumsProps {
  month: string
  statements: SharingStatementsView
}

/** What sharing brought all together in the month, and that the statements add up. */
export function SettlementSums({ month, statements }: SettlementSumsProps) {
  const t = useT()
  const monthText = useMonthText()
  const { money } = usePriceText()
  const { text: quantity } = useQuantity()
  const { i18n } = useLingui()
  // All digits: an auditor compares them.
  const energy = (kwh: string) => writeDecimal(kwh, formatTag(i18n.locale))
  const { totals, checks, months } = statements
  if (!totals) return null
  const currency = statements.statements[0]?.currency ?? 'EUR'
  const facts = months.find((one) => one.month === month)
  const { energies, benefit, alone, paid, fees } = totals
  const values = { month: monthText(month), amount: money(benefit, currency) }
  return (
    <>
      <div className={styles.headline} role="status">
        <h2>
          {benefit === null
            ? t('energy_sharing.statement.unknown', values)
            : t(isNegative(benefit) ? 'energy_sharing.statement.loss' : 'energy_sharing.statement.gain', {
                ...values,
                amount: money(benefit.replace('-', ''), currency),
              })}
        </h2>
        {facts && (facts.outdated > 0 || facts.isProvisional) && (
          <p>
            {[
              facts.outdated > 0 && t('energy_sharing.statement.outdated_text', { count: facts.outdated }),
              facts.isProvisional && t('energy_sharing.statement.provisional_text'),
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        )}
      </div>
      <Facts
        facts={[
          {
            key: 'given',
            label: t('energy_sharing.figure.given'),
            value: quantity(energies.givenMilliWh / 1000, 'Wh'),
          },
          {
            key: 'received',
            label: t('energy_sharing.figure.received'),
            value: quantity(energies.receivedMilliWh / 1000, 'Wh'),
          },
          { key: 'paid', label: t('energy_sharing.figure.paid'), value: money(paid, currency) },
          {
            key: 'benefit',
            label: t('energy_sharing.figure.benefit'),
            value: money(benefit, currency),
            tone: isPositive(benefit) ? 'good' : isNegative(benefit) ? 'bad' : undefined,
            hint: t('energy_sharing.figure.benefit_hint', {
              alone: money(alone, currency),
              together: money(payableShared(totals), currency),
              fees: money(fees.gross, currency),
            }),
          },
        ]}
      />
      <Panel heading={t('energy_sharing.check.heading')}>
        <ul className={styles.checks}>
          {checks.map(({ kind, left, right, holds }) => (
            <li key={kind} data-wrong={!holds || undefined}>
              {holds ? (
                <IconCheck size={18} stroke={1.8} aria-hidden />
              ) : (
                <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
              )}
              <span>
                {t(`energy_sharing.check.${kind}`)}{' '}
                <span className={styles.soft}>
                  {kind === 'paidIsEarned'
                    ? `${money(left, currency)} ${holds ? '=' : '≠'} ${money(right, currency)}`
                    : `${energy(left)} ${holds ? '=' : '≠'} ${energy(right)} kWh`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
