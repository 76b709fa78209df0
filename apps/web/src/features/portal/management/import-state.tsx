import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { isImporting, type PortalDevice, tokensQuery } from '../../../shared/portal/portal-query.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './import-progress.module.css'
import { ImportProgress } from './import-progress.tsx'
import { useStartImport } from './portal-mutations.ts'
import { ReplaceToken } from './replace-token.tsx'

/** The progress of the import, or why it ended early: the shown data may be partial. */
export function ImportState({ device }: { device: PortalDevice }) {
  const t = useT()
  const format = useFormat()
  const { last_error, next_try_at } = device.readings
  if (isImporting(device)) return <ImportProgress job={device.job} />
  if (last_error === null) return null
  return (
    <div className={styles.problem} role="alert">
      <p>
        {t(`portal.import.problem.${last_error}`)}
        {next_try_at !== null && ` ${t('portal.import.next_try', { time: format.dateTime(next_try_at) })}`}
      </p>
      {device.owner === null && <WayOn device={device} />}
    </div>
  )
}

/** What its owner can do about it: enter a new token if the portal refused the old one, else retry. */
function WayOn({ device }: { device: PortalDevice }) {
  const t = useT()
  const start = useStartImport()
  const [isOpen, setOpen] = useState(false)
  const { data: tokens } = useQuery(tokensQuery)
  const refused = tokens?.find(
    (token) => token.state === 'rejected' && device.credentials.some(({ token_id }) => token_id === token.id),
  )
  if (refused)
    return (
      <>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('portal.token.replace', { token: refused.token })}
        </Button>
        {isOpen && <ReplaceToken token={refused} onClose={() => setOpen(false)} />}
      </>
    )
  if (device.credentials.length === 0) return null
  return (
    <Button size="small" isBusy={start.isPending} onClick={() => start.mutate(device.id)}>
      {t('common.action.retry')}
    </Button>
  )
}
