import type { SharingStatementDetailView } from '@ohmstead/contract/energy-sharing-results'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Benefit } from './benefit-text.tsx'
import styles from './energy-sharing.module.css'
import { QualityNote } from './quality-note.tsx'
import { statementQuery } from './sharing-query.ts'
import { StatementFiles } from './statement-files.tsx'
import { useCaveatText } from './use-caveat-text.ts'
import { useMonthText } from './use-month-text.ts'

interface StatementModalProps {
  groupId: number
  statementId: number
  onClose: () => void
}

/** A statement with its bills and what is to be known of it. */
export function StatementModal({ groupId, statementId, onClose }: StatementModalProps) {
  const t = useT()
  const monthText = useMonthText()
  const { data: statement, error, refetch } = useQuery(statementQuery(groupId, statementId))
  return (
    <Modal
      title={
        statement
          ? `${statement.memberName} · ${monthText(statement.month)}`
          : t('energy_sharing.part.settlement')
      }
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      {error && !statement && <FailedState error={error} onRetry={() => void refetch()} />}
      {!statement && !error && <Skeleton height={320} />}
      {statement && <Content groupId={groupId} statement={statement} />}
    </Modal>
  )
}

const energyNames = [
  ['import', 'importMilliWh'],
  ['received', 'receivedMilliWh'],
  ['supplied', 'suppliedMilliWh'],
  ['unused', 'unusedMilliWh'],
  ['feed_in', 'feedInMilliWh'],
  ['given', 'givenMilliWh'],
  ['sold', 'soldMilliWh'],
] as const

function Content({ groupId, statement }: { groupId: number; statement: SharingStatementDetailView }) {
  const t = useT()
  const format = useFormat()
  const caveatText = useCaveatText()
  const { money, rate } = usePriceText()
  const { text: quantity } = useQuantity()
  const { energies, money: amounts, currency, cause, version, issuedAt } = statement
  const rows = [
    ['shared', amounts.shared],
    ['paid', amounts.paid],
    ['earned', amounts.earned === null ? null : `-${amounts.earned}`],
    ['fees', amounts.fees.gross],
  ] as const
  const means = [
    ['paid', statement.meanPaidPerKwh],
    ['earned', statement.meanEarnedPerKwh],
  ] as const
  return (
    <div className={styles.part}>
      <p className={styles.soft}>
        {t('energy_sharing.statement.issued', { version, time: format.dateTime(issuedAt) })}
        {cause.length > 0 &&
          ` ${t('energy_sharing.statement.because', {
            causes: cause.map((one) => t(`energy_sharing.cause.${one}`)).join(', '),
          })}`}
      </p>
      <QualityNote quality={statement.quality} />
      <FigureTable isFlush>
        <tbody>
          {rows.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{t(`energy_sharing.figure.${name}`)}</th>
              <td>{money(amount, currency)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('energy_sharing.figure.alone')}</th>
            <td>{money(amounts.alone, currency)}</td>
          </tr>
          <tr>
            <th scope="row">
              <strong>{t('energy_sharing.figure.benefit')}</strong>
            </th>
            <td>
              <Benefit amount={amounts.benefit} currency={currency} />
            </td>
          </tr>
        </tbody>
      </FigureTable>
      <FigureTable isFlush>
        <tbody>
          {energyNames.map(([name, key]) => (
            <tr key={name}>
              <th scope="row">{t(`energy_sharing.figure.${name}`)}</th>
              <td>{quantity(energies[key] / 1000, 'Wh')}</td>
            </tr>
          ))}
          {means.map(
            ([name, perKwh]) =>
              perKwh !== null && (
                <tr key={name}>
                  <th scope="row">
                    {t('energy_sharing.figure.mean_price')}: {t(`energy_sharing.figure.${name}`)}
                  </th>
                  <td>{rate(perKwh, currency)}</td>
                </tr>
              ),
          )}
        </tbody>
      </FigureTable>
      {statement.caveats.length > 0 && (
        <ul className={styles.plain}>
          {statement.caveats.map((caveat) => (
            <li key={JSON.stringify(caveat)}>{caveatText(caveat)}</li>
          ))}
        </ul>
      )}
      <StatementFiles groupId={groupId} statement={statement} />
    </div>
  )
}
