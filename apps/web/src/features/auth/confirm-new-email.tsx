import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { userQuery } from '../../shared/session/current-user.ts'
import { TokenOutcome, tokenStateOf } from './token-outcome.tsx'

/** Changes the account's address at once: opening the link is the proof. */
export function ConfirmNewEmail({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const { mutate, error, isSuccess, reset } = useMutation({
    mutationFn: () => call('POST /auth/confirm-email', { body: { token } }),
    // The signed-in user has another address now.
    onSuccess: () => queryClient.invalidateQueries(userQuery),
  })
  useEffect(() => mutate(), [mutate])
  const retry = () => {
    reset()
    mutate()
  }
  const state = isSuccess ? 'changed' : error ? tokenStateOf(error) : null
  return <TokenOutcome state={state} action="change_email" error={error} onRetry={retry} />
}
