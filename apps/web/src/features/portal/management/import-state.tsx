import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { isImporting, type PortalDevice } from '../../../shared/portal/portal-queries.ts'
import styles from './import-progress.module.css'
import { ImportProgress } from './import-progress.tsx'

/** How far the import is, or why it ended early: what is shown may be a part of what there is. */
export function ImportState({
  device: { job, readings },
}: {
  device: Pick<PortalDevice, 'job' | 'readings'>
}) {
  const t = useT()
  const format = useFormat()
  const { last_error, next_try_at } = readings
  if (isImporting({ job, readings })) return <ImportProgress job={job} />
  if (last_error === null) return null
  return (
    <p className={styles.problem} role="alert">
      {t(`portal.import.problem.${last_error}`)}
      {next_try_at !== null && ` ${t('portal.import.next_try', { time: format.dateTime(next_try_at) })}`}
    </p>
  )
}
