import type { SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Facts } from '../../shared/what-if/facts.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { LeaveGroupModal } from './leave-group-modal.tsx'
import { isNegative, isPositive, sumMoney } from './sharing-money.ts'
import { statementsQuery } from './sharing-query.ts'

/** What one's own places give and get in the group. */
export function OwnPart({ group }: GroupPartProps) {
  const t = useT()
  const { money } = usePriceText()
  const { text: quantity } = useQuantity()
  const { data, error, refetch } = useQuery(statementsQuery(group.id, null))
  const [leaving, setLeaving] = useState<SharingMemberView | null>(null)
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={16} />
  const own = data.statements.filter(({ isOwn, replacedBy }) => isOwn && replacedBy === null)
  const currency = own[0]?.currency ?? 'EUR'
  const benefit = own.length > 0 ? sumMoney(own.map(({ money: { benefit: one } }) => one)) : null
  const sumWh = (name: 'givenMilliWh' | 'receivedMilliWh') =>
    own.length > 0 ? own.reduce((sum, { energies }) => sum + energies[name], 0) / 1000 : null
  return (
    <div className={styles.part}>
      <header className={styles.headline}>
        <h2>
          {own.length === 0
            ? t('energy_sharing.own.none')
            : t(isNegative(benefit) ? 'energy_sharing.own.loss' : 'energy_sharing.own.gain', {
                amount: money(benefit === null ? null : benefit.replace('-', ''), currency),
              })}
        </h2>
        <p>{t('energy_sharing.own.private')}</p>
      </header>
      {own.length > 0 && (
        <Facts
          facts={[
            {
              key: 'given',
              label: t('energy_sharing.figure.given'),
              value: quantity(sumWh('givenMilliWh'), 'Wh'),
            },
            {
              key: 'received',
              label: t('energy_sharing.figure.received'),
              value: quantity(sumWh('receivedMilliWh'), 'Wh'),
            },
            {
              key: 'benefit',
              label: t('energy_sharing.figure.benefit'),
              value: money(benefit, currency),
              tone: isPositive(benefit) ? 'good' : isNegative(benefit) ? 'bad' : undefined,
            },
          ]}
        />
      )}
      <Panel heading={t('energy_sharing.own.places')}>
        <ul className={styles.places}>
          {group.members
            .filter(({ isOwn }) => isOwn)
            .map((member) => (
              <OwnPlaceRow key={member.id} group={group} member={member} onLeave={() => setLeaving(member)} />
            ))}
        </ul>
      </Panel>
      {leaving && <LeaveGroupModal group={group} member={leaving} onClose={() => setLeaving(null)} />}
    </div>
  )
}

function OwnPlaceRow({
  group,
  member,
  onLeave,
}: GroupPartProps & { member: SharingMemberView; onLeave: () => void }) {
  const t = useT()
  const format = useFormat()
  const daysText = useDaysText()
  const key = group.keys.find(({ isCurrent }) => isCurrent)?.key
  const share = key?.kind === 'static' ? key.shares[member.id] : undefined
  const facts = [
    t(`energy_sharing.role.${member.role}`),
    key && t(`energy_sharing.key.${key.kind}`),
    share !== undefined && t('energy_sharing.own.share', { share: format.percent(Number(share), 4) }),
    daysText(member.validFrom, member.validTo),
  ].filter(Boolean)
  return (
    <li className={`${styles.actions} ${styles.between}`}>
      <div>
        <strong>{member.subjectName ?? member.name}</strong>
        <p className={styles.soft}>{facts.join(' · ')}</p>
      </div>
      {member.canLeave && member.state === 'active' && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('account.shared_locations.leave_of', { name: group.name })}
          onClick={onLeave}
        >
          {t('account.shared_locations.leave')}
        </Button>
      )}
    </li>
  )
}
