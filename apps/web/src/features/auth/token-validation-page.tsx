import { useQuery } from '@tanstack/react-query'
import { paths } from '../../shared/paths.ts'
import { useMailedToken } from './auth-search.ts'
import { TokenOutcome, tokenStateOf } from './token-outcome.tsx'
import { tokenQuery } from './token-query.ts'

/** Checks a mailed link without using it; a valid one leads to its page. */
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
