import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMailedToken } from './auth-search.ts'
import { ConfirmNewEmail } from './confirm-new-email.tsx'
import { OpenAccountForm } from './open-account-form.tsx'
import { TokenOutcome, type TokenState, tokenStateOf } from './token-outcome.tsx'
import { tokenQuery } from './token-query.ts'

/**
 * Opened from the mail: new users choose their password here, and a changed address is confirmed
 * at once. Only the token knows which of the two it is.
 */
export function VerifyEmailPage() {
  const token = useMailedToken()
  const [ended, setEnded] = useState<TokenState | null>(null)
  const { data, error, refetch } = useQuery({ ...tokenQuery(token), enabled: token !== '' })
  const action = data?.action ?? null
  if (token === '') return <TokenOutcome state="missing" action={null} />
  if (ended) return <TokenOutcome state={ended} action={action} />
  if (data?.state === 'ok' && data.registration)
    return <OpenAccountForm token={token} registration={data.registration} onEnd={setEnded} />
  if (data?.state === 'ok' && action === 'change_email') return <ConfirmNewEmail token={token} />
  return (
    <TokenOutcome
      state={data ? (data.state === 'ok' ? 'missing' : data.state) : error ? tokenStateOf(error) : null}
      action={action}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
