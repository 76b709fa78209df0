import { useQuery } from '@tanstack/react-query'
import { paths } from '../../shared/paths.ts'
import { useMailedToken } from './auth-search.ts'
import { TokenOutcome, tokenStateOf } from './token-outcome.tsx'
import { tokenQuery } from './token-query.ts'

/** Tells what a mailed link is still good for, without using it; a good one leads on to its page. */
export function TokenValidationPage() {
  const token = useMailedToken()
  const { data, error, refetch } = useQuery({ ...tokenQuery(token), enabled: token !== '' })
  const action = data?.action ?? null
  const page = action === 'reset_password' ? paths.resetPassword : paths.verifyEmail
  return (
    <TokenOutcome
      state={token === '' ? 'missing' : (data?.state ?? (error ? tokenStateOf(error) : null))}
      action={action}
      error={error}
      onRetry={() => void refetch()}
      continueTo={{ href: `${page}#token=${encodeURIComponent(token)}` }}
    />
  )
}
