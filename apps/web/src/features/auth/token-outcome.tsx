import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconLinkOff,
  IconMailCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { AuthMessage, type MessageTone } from '../../shared/auth-panel/auth-message.tsx'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ResendForm } from './resend-form.tsx'

export type TokenState = 'ok' | 'verified' | 'changed' | 'confirmed' | 'expired' | 'missing' | 'failed'
export type TokenAction = 'verify_email' | 'reset_password' | 'change_email' | null

const looks = {
  ok: [IconMailCheck, 'good'],
  verified: [IconCircleCheck, 'good'],
  changed: [IconCircleCheck, 'good'],
  confirmed: [IconCircleCheck, 'good'],
  expired: [IconClockExclamation, 'plain'],
  missing: [IconLinkOff, 'bad'],
  failed: [IconAlertTriangle, 'bad'],
} as const satisfies Record<TokenState, readonly [typeof IconMailCheck, MessageTone]>

/** Refusals after which a link is useless. */
export const deadTokens: readonly unknown[] = ['token_used', 'token_expired', 'token_missing']

/** The meaning of a refusal for the link. */
export function tokenStateOf(error: unknown): TokenState {
  switch (error instanceof ApiError ? error.code : null) {
    case 'token_used':
      return 'confirmed'
    case 'token_expired':
      return 'expired'
    case 'token_missing':
    case 'invalid_request':
      return 'missing'
    default:
      return 'failed'
  }
}

/** How a mailed link ended, and what to do now. Null while it is being checked. */
export function TokenOutcome({
  state,
  action,
  error,
  onRetry,
  continueTo,
}: {
  state: TokenState | null
  action: TokenAction
  error?: unknown
  onRetry?: () => void
  /** Where a valid link leads. */
  continueTo?: { href: string }
}) {
  const t = useT()
  if (state === null)
    return (
      <div className={styles.panel} role="status">
        <h1 className="visually-hidden">{t('auth.token.checking')}</h1>
        <Skeleton height={180} radius={16} />
      </div>
    )
  const [Icon, tone] = looks[state]
  return (
    <AuthMessage
      icon={<Icon size={28} stroke={1.5} />}
      tone={tone}
      title={t(`auth.token.${state}_title`)}
      text={state === 'failed' && error ? failureText(error, t) : t(`auth.token.${state}`)}
    >
      {state === 'ok' && continueTo && (
        <a className={buttonClass({ variant: 'primary' })} href={continueTo.href}>
          {t('auth.token.continue')}
        </a>
      )}
      {state === 'failed' && onRetry && (
        <Button variant="primary" onClick={onRetry}>
          {t('common.action.retry')}
        </Button>
      )}
      {state === 'expired' && action === 'verify_email' && <ResendForm />}
      {state === 'expired' && action === 'reset_password' && (
        <Link className={buttonClass({ variant: 'primary' })} to={paths.forgottenPassword}>
          {t('auth.token.new_link')}
        </Link>
      )}
      {state === 'expired' && action === 'change_email' && (
        <Link className={buttonClass({ variant: 'primary' })} to={paths.userInfo}>
          {t('auth.token.new_link')}
        </Link>
      )}
      {state !== 'ok' && state !== 'failed' && (
        <Link
          className={buttonClass({ variant: tone === 'good' ? 'primary' : 'secondary' })}
          to={paths.login}
        >
          {t('auth.common.to_login')}
        </Link>
      )}
      {(state === 'missing' || state === 'failed') && (
        <Link className={buttonClass({ variant: 'quiet' })} to={paths.support}>
          {t('auth.footer.support')}
        </Link>
      )}
    </AuthMessage>
  )
}
