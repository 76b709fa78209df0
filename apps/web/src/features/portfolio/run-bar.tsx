import { useLingui } from '@lingui/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePortalSelection } from '../../shared/portal/use-portal-selection.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import textStyles from '../../ui/text.module.css'
import { showToast } from '../../ui/toast-store.ts'
import styles from './portfolio.module.css'
import { isRunning, type PortfolioOptimisation, refreshRuns } from './portfolio-query.ts'

interface RunBarProps {
  runs: readonly PortfolioOptimisation[]
  run: PortfolioOptimisation | null
  onRun: (id: number | null) => void
}

/** Starts a run over the days of the sidebar, shows its progress and links to earlier runs. */
export function RunBar({ runs, run, onRun }: RunBarProps) {
  const t = useT()
  const { i18n } = useLingui()
  const format = useFormat()
  const user = useUser()
  const { selection } = usePortalSelection()
  const { data: companies = [] } = useQuery({ ...companiesQuery, enabled: hasRole(user, 'ROLE_AGGREGATOR') })
  const [companyId, setCompanyId] = useState('')
  const start = useMutation({
    mutationFn: () =>
      call('POST /portfolio/optimisations', {
        body: {
          deviceIds: null,
          company_id: companyId === '' ? null : Number(companyId),
          from: selection.from,
          to: selection.to,
          // The full amount paid, as in the calculation of each point.
          levies: true,
          vat: true,
        },
      }),
    onSuccess: ({ optimisation }) => {
      onRun(optimisation.id)
      return refreshRuns()
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  const working = runs.find(isRunning) ?? null
  const days = ({ from, to }: { from: string; to: string }) => formatDays(from, to, i18n.locale)
  return (
    <div className={styles.runBar}>
      {companies.length > 1 && (
        <SelectField
          label={t('portfolio.run.company')}
          value={companyId}
          placeholder={t('portfolio.run.all_companies')}
          options={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setCompanyId}
        />
      )}
      <div className={styles.start}>
        <Button
          variant={run ? 'secondary' : 'primary'}
          isBusy={start.isPending}
          disabled={working !== null}
          onClick={() => start.mutate()}
        >
          {t(run ? 'portfolio.run.again' : 'portfolio.run.start')}
        </Button>
        <span className={textStyles.soft}>{t('portfolio.run.days', { days: days(selection) })}</span>
      </div>
      {runs.length > 1 && (
        <SelectField
          label={t('portfolio.run.before')}
          value={String(run?.id ?? '')}
          options={runs.map((one) => ({
            value: String(one.id),
            label: `${format.dateTime(one.created_at)} · ${days(one)}`,
          }))}
          onChange={(id) => onRun(Number(id))}
        />
      )}
      {working && <RunProgress run={working} />}
    </div>
  )
}

function RunProgress({ run }: { run: PortfolioOptimisation }) {
  const t = useT()
  const format = useFormat()
  const cancel = useMutation({
    mutationFn: (jobId: number) => call('POST /jobs/:jobId/cancel', { params: { jobId } }),
    onSettled: () => refreshRuns(),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  const { job_id: jobId, done, total } = run
  const share = total === 0 ? 0 : done / total
  const label = t('portfolio.run.progress', { done: format.number(done), total: format.number(total) })
  return (
    <div className={styles.progress}>
      <ProgressBar label={label} share={share} className={styles.share} />
      <span>{label}</span>
      {jobId !== null && (
        <Button
          size="small"
          variant="quiet"
          disabled={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate(jobId)}
        >
          {t(cancel.isPending || cancel.isSuccess ? 'jobs.panel.cancelling' : 'jobs.panel.cancel')}
        </Button>
      )}
    </div>
  )
}
