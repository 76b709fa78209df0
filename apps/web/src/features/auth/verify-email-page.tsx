import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { userQuery } from '../../shared/session/current-user.ts'
import { useDoorToken } from './door-search.ts'
import { TokenOutcome, type TokenState, tokenStateOf } from './token-outcome.tsx'
import { tokenQuery } from './token-query.ts'

/** Opened from the mail: confirms the address at once. A second opening says that it is confirmed already. */
export function VerifyEmailPage() {
  const token = useDoorToken()
  const queryClient = useQueryClient()
  const { mutate, error, isSuccess, reset } = useMutation({
    mutationFn: () => call('POST /auth/verify-email', { body: { token } }),
    // Who is signed in here may have another address now.
    onSuccess: () => queryClient.invalidateQueries(userQuery),
  })
  const isDone = isSuccess || error !== null
  // Whether it was the address of a new account or a new one of an account only the token knows.
  const { data, isPending } = useQuery({ ...tokenQuery(token), enabled: token !== '' && isDone })
  useEffect(() => {
    if (token !== '') mutate()
  }, [token, mutate])
  const retry = () => {
    reset()
    mutate()
  }
  const action = data?.action ?? null
  return <TokenOutcome state={findState()} action={action} error={error} onRetry={retry} />

  function findState(): TokenState | null {
    if (token === '') return 'missing'
    if (!isDone || isPending) return null
    if (error) return tokenStateOf(error)
    return action === 'change_email' ? 'changed' : 'verified'
  }
}
