import { isRangeRule } from '@ohmstead/domain/forms/range-rules'
import { IconAlertTriangle, IconLock, IconWifiOff } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { type MessageKey, type Translate, useT } from '../i18n/use-t.ts'
import { useCloudReachable } from '../use-cloud-reachable.ts'
import { useNow } from '../use-now.ts'
import styles from './state.module.css'

/** What every page shows when it has nothing to show: why, and what to do next. */
export function EmptyState({
  icon,
  title,
  text,
  isPage = false,
  children,
}: {
  icon: ReactNode
  title: string
  text?: string
  /** If nothing else on the page has a heading. */
  isPage?: boolean
  children?: ReactNode
}) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      <div className={styles.icon} aria-hidden>
        {icon}
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** Reports the failure and offers a retry; a refusal is shown as one. */
export function FailedState({
  error,
  title,
  isPage = error instanceof ApiError && error.code === 'not_found',
  onRetry,
}: {
  error: unknown
  title?: string
  isPage?: boolean
  onRetry?: () => void
}) {
  const t = useT()
  const isReachable = useCloudReachable()
  if (error instanceof ApiError && error.code === 'not_allowed') return <NotAllowedState />
  const isOffline = !isReachable && isWithoutAnswer(error)
  return (
    <div role="alert">
      <EmptyState
        isPage={isPage}
        icon={isOffline ? <IconWifiOff size={22} /> : <IconAlertTriangle size={22} />}
        title={isOffline ? t('states.offline.title') : (title ?? t('states.failed.title'))}
        text={isOffline ? t('states.offline.text') : errorText(error, t)}
      >
        {onRetry && <Button onClick={onRetry}>{t('common.action.retry')}</Button>}
        <CopyCode error={error} />
      </EmptyState>
    </div>
  )
}

/** For a failure whose text names a code: nobody should have to type it. */
function CopyCode({ error }: { error: unknown }) {
  const t = useT()
  const code = error instanceof ApiError ? error.supportCode : null
  return code && <CopyButton name={t('errors.code_name')} text={code} />
}

const isWithoutAnswer = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'timeout')

/** A refresh failed while older data is still shown. Without a connection the page as a whole says so, once. */
export function FailedStrip({
  error,
  knownAt,
  onRetry,
}: {
  error: unknown
  /** The time of the shown data; absent if irrelevant. */
  knownAt?: number
  onRetry: () => void
}) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const isReachable = useCloudReachable()
  if (!isReachable && isWithoutAnswer(error)) return null
  return (
    <div className={styles.strip} role="alert">
      <span>
        {errorText(error, t)}{' '}
        {knownAt
          ? t('states.failed.kept_since', { age: format.ago(Math.max(0, now - knownAt)) })
          : t('states.failed.kept')}
      </span>
      <CopyCode error={error} />
      <Button size="small" variant="quiet" onClick={onRetry}>
        {t('common.action.retry')}
      </Button>
    </div>
  )
}

export function NotAllowedState() {
  const t = useT()
  return (
    <EmptyState
      isPage
      icon={<IconLock size={22} />}
      title={t('states.not_allowed.title')}
      text={t('states.not_allowed.text')}
    />
  )
}

/** A placeholder in the size of the coming content. */
export function Skeleton({
  width = '100%',
  height,
  radius,
}: {
  width?: CSSProperties['width']
  height: number
  radius?: number
}) {
  return <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden />
}

/** The text of an error code; null of one that this page does not know. */
export function codeText(code: string, t: Translate, place?: ApiError['place']): string | null {
  const key = `errors.${code}` as MessageKey
  const text = t(key, place ? { ...place } : undefined)
  return text === key ? null : text
}

/** The text of a failure in the person's language; a server error includes the code for support. */
export function errorText(error: unknown, t: Translate): string {
  // An invalid range is not the fault of any field of a form.
  const rule = error instanceof ApiError ? Object.values(error.fields).find(isRangeRule) : undefined
  if (rule) return t(`validation.${rule}`)
  if (!(error instanceof ApiError)) return t('errors.unexpected')
  // A newer server may answer with a code that this page does not know yet.
  const text = codeText(error.code, t, error.place) ?? t('errors.unexpected')
  return error.supportCode ? t('errors.with_code', { text, code: error.supportCode }) : text
}
