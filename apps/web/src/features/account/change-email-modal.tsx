import { email, required } from '@ohmstead/domain/forms/form-rules'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { secondFactorQuery } from '../../shared/session/own-security-query.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Asks for a new address and the password; the link sent to the address does the rest. */
export function ChangeEmailModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data: security } = useQuery(secondFactorQuery)
  const hasPassword = security?.has_password !== false
  const form = useForm({
    initial: { email: '', password: '' },
    rules: { email: [required, email], ...(hasPassword && { password: [required] }) },
    labels: { email: t('account.email.new'), password: t('password.current') },
    send: async (values) => {
      const address = values.email.trim()
      const password = hasPassword ? values.password : null
      await call('POST /auth/user/email', { body: { email: address, password } })
      showToast(t('account.email.sent', { email: address }), { tone: 'success', delayMs: null })
      onClose()
    },
  })
  return (
    <FormModal
      title={t('account.email.title')}
      lead={<p>{t('account.email.text')}</p>}
      failure={form.failure}
      action={t('account.email.send')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField {...form.text('email')} type="email" autoComplete="email" autoFocus />
      {hasPassword && (
        <TextField
          {...form.text('password')}
          type="password"
          autoComplete="current-password"
          showLabel={t('auth.login.show_password')}
          hideLabel={t('auth.login.hide_password')}
        />
      )}
    </FormModal>
  )
}
