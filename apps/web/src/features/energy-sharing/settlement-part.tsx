import { IconFileDescription } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { isOpen, jobsQuery, useJobs } from '../../shared/jobs-query.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { queryClient } from '../../shared/query-client.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { GroupProblems } from './group-problems.tsx'
import { listMonths, listMonthsToSettle, monthAfter } from './group-state.ts'
import { SettlementFile } from './settlement-file.tsx'
import { SettlementSums } from './settlement-sums.tsx'
import { SharingProgress } from './sharing-progress.tsx'
import { isSettling, refreshSharing, statementsQuery } from './sharing-query.ts'
import { StatementTable } from './statement-table.tsx'
import { useMonthText } from './use-month-text.ts'

/** The statements of a month: issued by the organiser, each member's own to read. */
export function SettlementPart({ group }: GroupPartProps) {
  const t = useT()
  const monthText = useMonthText()
  const today = useToday()
  const ended = monthAfter(today.slice(0, 7), -1)
  const due = group.isOrganiser ? listMonthsToSettle(group, today) : []
  const [month, setMonth] = useState(due[0] ?? group.lastMonth ?? ended)
  const { data, error, refetch, isPlaceholderData } = useQuery(statementsQuery(group.id, month))
  const settle = useMutation({
    mutationFn: async () => {
      const { job } = await call('POST /sharing-groups/:sharingGroupId/statements', {
        params: { sharingGroupId: group.id },
        body: { month },
      })
      await Promise.all([refreshSharing(), queryClient.invalidateQueries(jobsQuery)])
      return job.id
    },
  })
  const months = listMonths(group.validFrom.slice(0, 7), ended > month ? ended : month).reverse()
  const { data: jobs } = useJobs()
  const started = settle.data === undefined ? undefined : jobs?.find(({ id }) => id === settle.data)
  const isStopped = started?.state === 'failed' || started?.state === 'cancelled'
  // The job may end between two looks at it; what it issued is there by then.
  useEffect(() => {
    if (started && !isOpen(started)) void refreshSharing()
  }, [started])
  const isBlocked = group.problems.some(({ isBlocking }) => isBlocking)
  const stateOf = (one: string) => {
    const known = data?.months.find((candidate) => candidate.month === one)
    if (!known) return due.includes(one) ? ` · ${t('energy_sharing.statement.missing')}` : ''
    return known.outdated > 0 ? ` · ${t('energy_sharing.statement.outdated')}` : ''
  }
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.part}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {group.isOrganiser && <GroupProblems group={group} />}
      <div className={styles.bar}>
        <SelectField
          label={t('energy_sharing.statement.month')}
          value={month}
          options={months.map((one) => ({ value: one, label: `${monthText(one)}${stateOf(one)}` }))}
          onChange={setMonth}
        />
        {group.isOrganiser && (
          <Button
            variant={data?.statements.length ? 'secondary' : 'primary'}
            disabled={isBlocked || isSettling(data) || months.length === 0}
            isBusy={settle.isPending}
            onClick={() => settle.mutate()}
          >
            {t(data?.statements.length ? 'energy_sharing.statement.again' : 'energy_sharing.statement.issue')}
          </Button>
        )}
        {group.isOrganiser && data && data.statements.length > 0 && (
          <SettlementFile groupId={group.id} groupName={group.name} month={month} />
        )}
      </div>
      {settle.error && (
        <p className={formStyles.error} role="alert">
          {failureText(settle.error, t)}
        </p>
      )}
      {isStopped && !isSettling(data) && (
        <p className={styles.problems} role="alert">
          {t('energy_sharing.simulation.stopped')}
        </p>
      )}
      {data && isSettling(data) && data.job && (
        <SharingProgress
          jobId={data.job.id}
          done={data.job.done}
          total={data.job.total}
          label={t('energy_sharing.statement.running', { month: monthText(data.job.month) })}
        />
      )}
      {!data && <Skeleton height={320} radius={16} />}
      {data && data.statements.length === 0 && !isSettling(data) && (
        <EmptyState
          icon={<IconFileDescription size={22} stroke={1.6} />}
          title={t('energy_sharing.statement.empty', { month: monthText(month) })}
          text={group.isOrganiser ? t('energy_sharing.statement.empty_text') : undefined}
        />
      )}
      {data && data.statements.length > 0 && (
        <div className={styles.part} aria-busy={isPlaceholderData}>
          <SettlementSums month={month} statements={data} />
          <StatementTable group={group} statements={data.statements} />
        </div>
      )}
    </div>
  )
}
