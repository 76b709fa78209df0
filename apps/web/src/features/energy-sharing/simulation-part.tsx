import { IconChartBar } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { GroupProblems } from './group-problems.tsx'
import { listMonths, monthAfter } from './group-state.ts'
import { SharingProgress } from './sharing-progress.tsx'
import { isUnderWay, refreshSharing, simulationQuery, simulationsQuery } from './sharing-query.ts'
import { SimulationResult } from './simulation-result.tsx'
import { useMonthText } from './use-month-text.ts'

/** What past months would have brought each member, before anything is signed. */
export function SimulationPart({ group }: GroupPartProps) {
  const t = useT()
  const format = useFormat()
  const monthText = useMonthText()
  const thisMonth = useToday().slice(0, 7)
  const [from, setFrom] = useState(() => monthAfter(thisMonth, -12))
  const [to, setTo] = useState(() => monthAfter(thisMonth, -1))
  const [chosenId, setChosenId] = useState<number | null>(null)
  const { data: simulations, error, refetch } = useQuery(simulationsQuery(group.id))
  const start = useMutation({
    mutationFn: async () => {
      const { simulation } = await call('POST /sharing-groups/:sharingGroupId/simulations', {
        params: { sharingGroupId: group.id },
        body: { from, to },
      })
      setChosenId(simulation.id)
      await refreshSharing()
    },
  })
  if (error && !simulations) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!simulations) return <Skeleton height={320} radius={16} />
  const shown = simulations.find(({ id }) => id === chosenId) ?? simulations[0]
  const months = listMonths(monthAfter(thisMonth, -36), monthAfter(thisMonth, -1))
    .reverse()
    .map((month) => ({ value: month, label: monthText(month) }))
  return (
    <div className={styles.part}>
      <GroupProblems group={group} />
      <div className={styles.bar}>
        <SelectField
          label={t('energy_sharing.simulation.from')}
          value={from}
          options={months}
          onChange={(month) => {
            setFrom(month)
            if (to < month || to >= monthAfter(month, 12)) setTo(latest(month, thisMonth))
          }}
        />
        <SelectField
          label={t('energy_sharing.simulation.to')}
          value={to}
          options={months.filter(({ value }) => value >= from && value < monthAfter(from, 12))}
          onChange={setTo}
        />
        <Button variant="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
          {t('energy_sharing.simulation.start')}
        </Button>
        {simulations.length > 1 && (
          <SelectField
            label={t('portfolio.run.before')}
            value={String(shown?.id ?? '')}
            options={simulations.map((one) => ({
              value: String(one.id),
              label: `${monthText(one.from, one.to)} · ${format.dateTime(one.createdAt)}`,
            }))}
            onChange={(id) => setChosenId(Number(id))}
          />
        )}
      </div>
      {start.error && (
        <p className={formStyles.error} role="alert">
          {failureText(start.error, t)}
        </p>
      )}
      {shown ? (
        <OneSimulation key={shown.id} group={group} simulationId={shown.id} />
      ) : (
        <EmptyState
          icon={<IconChartBar size={22} stroke={1.6} />}
          title={t('energy_sharing.simulation.empty')}
          text={t('energy_sharing.simulation.empty_text')}
        />
      )}
    </div>
  )
}

/** At most twelve months, up to the last that has ended. */
function latest(from: string, thisMonth: string): string {
  const [most, ended] = [monthAfter(from, 11), monthAfter(thisMonth, -1)]
  return most < ended ? most : ended
}

function OneSimulation({ group, simulationId }: GroupPartProps & { simulationId: number }) {
  const t = useT()
  const { data: simulation, error, refetch } = useQuery(simulationQuery(group.id, simulationId))
  if (error && !simulation) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!simulation) return <Skeleton height={320} radius={16} />
  const { jobId, done, total } = simulation
  if (isUnderWay(simulation))
    return (
      <SharingProgress
        jobId={jobId}
        done={done}
        total={total}
        label={t('energy_sharing.simulation.running')}
      />
    )
  if (simulation.result)
    return <SimulationResult group={group} simulation={simulation} result={simulation.result} />
  return (
    <p className={styles.problems} role="status">
      {t('energy_sharing.simulation.stopped')}
    </p>
  )
}
