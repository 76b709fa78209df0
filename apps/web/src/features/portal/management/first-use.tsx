import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { tokensQuery } from '../../../shared/portal/portal-query.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import textStyles from '../../../ui/text.module.css'
import { CsvDrop } from './csv-drop.tsx'
import { DeviceForm } from './device-form.tsx'
import styles from './first-use.module.css'
import { TokenForm, TokenSteps } from './token-form.tsx'
import { isRefused } from './token-refusal.ts'
import { TokenRows } from './token-rows.tsx'

/** From nothing to readings: a token, a metering point, or a file. Once there is a point, the page itself takes over. */
export function FirstUse() {
  const t = useT()
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  if (!tokens)
    return error ? (
      <FailedState isPage error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={420} radius={16} />
    )
  const isAccepted = tokens.some(({ state }) => state === 'accepted')
  // If the portal does not answer, the token may still be right.
  const mayGoOn = isAccepted || tokens.some(({ state }) => state === 'unreachable')
  const refused = mayGoOn ? undefined : tokens.find(isRefused)
  const listed = tokens.filter((token) => token !== refused)
  return (
    <div className={styles.first}>
      <header>
        <h1>{t('portal.first.heading')}</h1>
        <p>{t('portal.first.lead')}</p>
      </header>
      <div className={styles.ways}>
        <section className={styles.way} aria-labelledby="way-token">
          <h2 id="way-token">{t('portal.first.by_token')}</h2>
          <Step number={1} title={t('portal.first.step_token')} isDone={isAccepted}>
            {!mayGoOn && <TokenSteps />}
            {listed.length > 0 && <TokenRows tokens={listed} devices={[]} />}
            {!mayGoOn && <TokenForm replaced={refused} />}
          </Step>
          <Step number={2} title={t('portal.first.step_device')} isLater={!mayGoOn}>
            {/* The input stays if the portal refuses the token meanwhile. */}
            {tokens.length > 0 && <DeviceForm onAdded={() => window.scrollTo({ top: 0 })} />}
            {!mayGoOn && <p className={textStyles.soft}>{t('portal.device.needs_token')}</p>}
          </Step>
        </section>
        <section className={styles.way} aria-labelledby="way-csv">
          <h2 id="way-csv">{t('portal.first.by_csv')}</h2>
          <p className={textStyles.soft}>{t('portal.csv.lead')}</p>
          <CsvDrop />
        </section>
      </div>
    </div>
  )
}

function Step({
  number,
  title,
  isDone = false,
  isLater = false,
  children,
}: {
  number: number
  title: string
  isDone?: boolean
  isLater?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.step} data-later={isLater || undefined}>
      <span className={styles.number} data-done={isDone || undefined} aria-hidden>
        {isDone ? <IconCircleCheck size={22} stroke={1.6} /> : number}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </div>
  )
}
