import type { SharingStatementView } from '@ohmstead/contract/energy-sharing-results'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { matchesWords } from '../../ui/match-words.ts'
import { TableFrame } from '../../ui/table-frame.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Benefit } from './benefit-text.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { QualityNote } from './quality-note.tsx'
import { StatementFiles } from './statement-files.tsx'
import { StatementModal } from './statement-modal.tsx'

const pageSize = 50

/** The newest statements, and on demand those that they replaced. */
export function StatementTable({
  group,
  statements,
}: GroupPartProps & { statements: readonly SharingStatementView[] }) {
  const t = useT()
  const { money } = usePriceText()
  const { text: quantity } = useQuantity()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [withOld, setWithOld] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  const hasOld = statements.some(({ replacedBy }) => replacedBy !== null)
  const found = statements.filter(
    ({ memberName, replacedBy }) => (withOld || replacedBy === null) && matchesWords(memberName, typed),
  )
  const label = {
    benefit: t('energy_sharing.figure.benefit'),
    given: t('energy_sharing.figure.given'),
    received: t('energy_sharing.figure.received'),
    paid: t('energy_sharing.figure.paid'),
    earned: t('energy_sharing.figure.earned'),
  }
  return (
    <>
      <div className={styles.tools}>
        {statements.length > 10 && (
          <TextField
            type="search"
            label={t('energy_sharing.members.search')}
            value={typed}
            autoComplete="off"
            onChange={(text) => {
              setTyped(text)
              setPage(1)
            }}
          />
        )}
        {hasOld && (
          <Checkbox label={t('energy_sharing.statement.with_old')} checked={withOld} onChange={setWithOld} />
        )}
      </div>
      <TableFrame
        label={t('energy_sharing.part.settlement')}
        frameClass={styles.cards!}
        tableClass={styles.cardTable}
      >
        <thead>
          <tr>
            <th scope="col">{t('locations.settings.name')}</th>
            {Object.values(label).map((name) => (
              <th key={name} scope="col" data-figure>
                {name}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {found.slice((page - 1) * pageSize, page * pageSize).map((statement) => (
            <tr key={statement.id}>
              <th scope="row">
                <button type="button" className={styles.open} onClick={() => setOpenId(statement.id)}>
                  {statement.memberName}
                </button>{' '}
                <StatementState statement={statement} />
                <QualityNote quality={statement.quality} />
              </th>
              <td data-figure data-label={label.benefit}>
                <Benefit amount={statement.money.benefit} currency={statement.currency} />
              </td>
              <td data-figure data-label={label.given}>
                {quantity(statement.energies.givenMilliWh / 1000, 'Wh')}
              </td>
              <td data-figure data-label={label.received}>
                {quantity(statement.energies.receivedMilliWh / 1000, 'Wh')}
              </td>
              <td data-figure data-label={label.paid}>
                {money(statement.money.paid, statement.currency)}
              </td>
              <td data-figure data-label={label.earned}>
                {money(statement.money.earned, statement.currency)}
              </td>
              <td>
                <StatementFiles groupId={group.id} statement={statement} />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      <Pager page={page} total={found.length} pageSize={pageSize} onPage={setPage} />
      {openId !== null && (
        <StatementModal groupId={group.id} statementId={openId} onClose={() => setOpenId(null)} />
      )}
    </>
  )
}

/** Its version where there are several, and whether it still holds. */
function StatementState({ statement }: { statement: SharingStatementView }) {
  const t = useT()
  const { version, replacedBy, isOutdated, isWithdrawn } = statement
  return (
    <>
      {version > 1 && (
        <span className={styles.soft}>{t('energy_sharing.statement.version', { version })} </span>
      )}
      {replacedBy !== null || isWithdrawn ? (
        <span className={styles.state} data-state="old">
          {t(isWithdrawn ? 'energy_sharing.statement.withdrawn' : 'energy_sharing.statement.replaced')}
        </span>
      ) : (
        isOutdated && (
          <span className={styles.state} data-state="outdated">
            {t('energy_sharing.statement.outdated')}
          </span>
        )
      )}
    </>
  )
}
