import type { SharingGroupView } from '@ohmstead/contract/energy-sharing-groups'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { sharingGroupsQuery } from '../../shared/sharing/sharing-groups-query.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TableFrame } from '../../ui/table-frame.tsx'
import styles from './energy-sharing.module.css'
import { SchemeComparison } from './scheme-comparison.tsx'
import { StateMark } from './state-mark.tsx'

/** The groups that share energy. */
export function SharingGroupsPage() {
  const t = useT()
  const mayStart = hasRole(useUser(), 'ROLE_USER_BASIC')
  const { data: groups, error, refetch } = useQuery(sharingGroupsQuery)
  return (
    <div className={styles.page}>
      <PricesHead title={t('titles.energy_sharing')} lead={t('energy_sharing.list.lead')}>
        {mayStart && (
          <Link to={paths.createSharingGroup} className={buttonClass({ variant: 'primary' })}>
            <IconPlus size={16} aria-hidden />
            {t('energy_sharing.list.start')}
          </Link>
        )}
      </PricesHead>
      {error && !groups && <FailedState error={error} onRetry={() => void refetch()} />}
      {error && groups && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!groups && !error && <Skeleton height={180} radius={16} />}
      {groups?.length === 0 && (
        <EmptyState
          icon={<IconUsersGroup size={22} stroke={1.6} />}
          title={t('energy_sharing.list.empty')}
          text={t('energy_sharing.list.empty_text')}
        />
      )}
      {groups && groups.length > 0 && <GroupTable groups={groups} />}
      <Panel heading={t('energy_sharing.compare.heading')}>
        <SchemeComparison />
      </Panel>
    </div>
  )
}

function GroupTable({ groups }: { groups: readonly SharingGroupView[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <TableFrame label={t('titles.energy_sharing')} frameClass={styles.cards!} tableClass={styles.cardTable}>
      <thead>
        <tr>
          <th scope="col">{t('locations.settings.name')}</th>
          <th scope="col">{t('price_lists.column.state')}</th>
          <th scope="col">{t('energy_sharing.field.scheme')}</th>
          <th scope="col">{t('energy_sharing.part.members')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id}>
            <th scope="row">
              <Link to={paths.sharingGroup(group.id)}>{group.name}</Link>
            </th>
            <td>
              <StateMark group={group} />
            </td>
            <td>{t(`energy_sharing.scheme.${group.scheme}`)}</td>
            <td data-label={t('energy_sharing.part.members')}>
              {format.number(group.memberCount ?? group.ownMemberCount)}
              {group.invitedCount ? (
                <small className={styles.soft}>
                  {' '}
                  · {t('energy_sharing.members.invited', { count: group.invitedCount })}
                </small>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
