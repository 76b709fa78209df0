import { useLingui } from '@lingui/react'
import type { ControllerBatchView } from '@ohmstead/contract/controllers-stock'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, callForFile } from '../../../lib/call.ts'
import { CancelJobButton } from '../../../shared/cancel-job-button.tsx'
import { downloadBlob } from '../../../shared/charts/download.ts'
import { companyControllersKey } from '../../../shared/company-controllers-key.ts'
import { ConfirmModal } from '../../../shared/confirm-modal.tsx'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { isOpen, progressOf, useJobs } from '../../../shared/jobs-query.ts'
import styles from '../../../shared/people/people.module.css'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import batchStyles from './batch-list.module.css'
import { batchesQuery } from './stock-query.ts'

// As many as the server puts into one file.
const labelsPerFile = 960

// They stand above the controllers; older ones are asked for.
const shownAtOnce = 3

/** When controllers were made: their labels and, for a day, their credentials; and what is being made. */
export function BatchList({ companyId }: { companyId: number }) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data: jobs = [] } = useJobs()
  const making = jobs.filter((job) => job.kind === 'controller_stock' && job.company_id === companyId)
  const open = making.filter(isOpen)
  const ended = making.length - open.length
  const { data: batches = [], error } = useQuery(batchesQuery(companyId))
  // What was just made is shown at once.
  useEffect(() => {
    if (ended > 0) void queryClient.invalidateQueries({ queryKey: [...companyControllersKey, companyId] })
  }, [ended, companyId, queryClient])
  if (open.length === 0 && batches.length === 0 && !error) return null
  return (
    <section className={styles.section} aria-label={t('controllers.stock.batches')}>
      <h2>{t('controllers.stock.batches')}</h2>
      {error && <p>{errorText(error, t)}</p>}
      <ul className={styles.list}>
        {open.map((job) => (
          <li key={`job ${job.id}`} className={styles.row}>
            <div className={styles.who}>
              <h3>{t('jobs.kind.controller_stock')}</h3>
              <ProgressBar
                label={t('jobs.kind.controller_stock')}
                share={progressOf(job)}
                className={batchStyles.share!}
              />
            </div>
            <CancelJobButton job={job} />
          </li>
        ))}
        {batches.slice(0, shownAtOnce).map((batch) => (
          <BatchRow key={batch.id} batch={batch} companyId={companyId} />
        ))}
      </ul>
      {batches.length > shownAtOnce && (
        <details className={batchStyles.older}>
          <summary>{t('controllers.stock.batches_older')}</summary>
          <ul className={styles.list}>
            {batches.slice(shownAtOnce).map((batch) => (
              <BatchRow key={batch.id} batch={batch} companyId={companyId} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function BatchRow({ batch, companyId }: { batch: ControllerBatchView; companyId: number }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { id: batchId, count, created_at, created_by, credentials_until: until, may_download } = batch
  const params = { companyId, batchId }
  const onError = (error: unknown) => showToast(errorText(error, t), { tone: 'danger' })
  const download = useMutation({
    mutationFn: async (part: number | null) =>
      part === null
        ? downloadBlob(
            await callForFile('GET /companies/:companyId/controller-batches/:batchId/credentials', {
              params,
            }),
            `controllers-${batchId}.csv`,
          )
        : downloadBlob(
            await callForFile('GET /companies/:companyId/controller-batches/:batchId/labels', {
              params,
              query: { locale: i18n.locale as 'en', part },
            }),
            `labels-${batchId}-${part}.pdf`,
          ),
    onError,
  })
  const forget = useMutation({
    mutationFn: () =>
      call('DELETE /companies/:companyId/controller-batches/:batchId/credentials', { params }),
    onSuccess: () => queryClient.invalidateQueries(batchesQuery(companyId)),
    onError,
    onSettled: () => setAsked(false),
  })
  const parts = Math.ceil(count / labelsPerFile)
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h3>{t('companies.card.controllers', { count })}</h3>
        <p>
          {[format.dateTime(created_at), created_by && formatPersonName(created_by)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>
          {until === null
            ? t('controllers.stock.credentials_gone')
            : t('controllers.stock.credentials_until', { time: format.dateTime(until) })}
        </p>
      </div>
      <div className={styles.actions}>
        {Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
          <Button key={part} size="small" disabled={download.isPending} onClick={() => download.mutate(part)}>
            {parts === 1
              ? t('controllers.stock.labels')
              : t('controllers.stock.labels_part', { part, parts })}
          </Button>
        ))}
        {until !== null && may_download && (
          <Button size="small" disabled={download.isPending} onClick={() => download.mutate(null)}>
            {t('controllers.stock.credentials')}
          </Button>
        )}
        {until !== null && (
          <Button size="small" variant="quiet" onClick={() => setAsked(true)}>
            {t('controllers.stock.credentials_delete')}
          </Button>
        )}
      </div>
      {isAsked && (
        <ConfirmModal
          title={t('controllers.stock.credentials_delete')}
          text={t('controllers.stock.credentials_delete_text')}
          action={t('controllers.stock.delete')}
          isDangerous
          isBusy={forget.isPending}
          onConfirm={() => forget.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}
