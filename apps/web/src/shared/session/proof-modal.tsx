import { required } from '@ohmstead/domain/forms/form-rules'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { FormModal } from '../forms/form-modal.tsx'
import { useForm } from '../forms/use-form.ts'
import { useT } from '../i18n/use-t.ts'
import { secondFactorQuery } from './own-security-query.ts'

interface ProofModalProps {
  title: string
  text: string
  action: string
  isDangerous?: boolean
  /** Shows that changing a way in signs out everywhere else. */
  endsOtherSessions?: boolean
  onClose: () => void
  /** `password` is null for users without one; a recent session replaces it. Failures are shown here. */
  onProof: (password: string | null) => Promise<unknown>
  /** Failures that need other words than the code's. */
  describe?: (error: unknown) => string
  children?: ReactNode
}

/** Asks for the password before one's ways to sign in change. */
export function ProofModal(props: ProofModalProps) {
  const { title, text, action, isDangerous, endsOtherSessions, onClose, onProof, describe, children } = props
  const t = useT()
  const { data: security } = useQuery(secondFactorQuery)
  const hasPassword = security?.has_password !== false
  const form = useForm({
    initial: { password: '' },
    rules: hasPassword ? { password: [required] } : {},
    labels: { password: t('password.current') },
    send: async ({ password }) => {
      await onProof(hasPassword ? password : null)
    },
  })
  const failure = form.error !== null && describe ? describe(form.error) : form.failure
  return (
    <FormModal
      title={title}
      lead={<p>{[text, endsOtherSessions && t('account.password.lead')].filter(Boolean).join(' ')}</p>}
      failure={failure}
      action={action}
      isDangerous={isDangerous}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {children}
      {hasPassword && (
        <TextField
          {...form.text('password')}
          type="password"
          autoComplete="current-password"
          showLabel={t('auth.login.show_password')}
          hideLabel={t('auth.login.hide_password')}
          autoFocus
        />
      )}
    </FormModal>
  )
}
