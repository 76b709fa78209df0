import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { userQuery } from '../../shared/session/current-user.ts'
import { TokenOutcome, tokenStateOf } from './token-outcome.tsx'

/** Gives the account its new address at once: opening the link is the proof. */
export function ConfirmNewEmail({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const { mutate, error, isSuccess, reset } = useMutation({
    mutationFn: () => call('POST /auth/confirm-email', { body: { token } }),
    // Who is signed in here has another address now.
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
