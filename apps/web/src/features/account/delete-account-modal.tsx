import { required } from '@ohmstead/domain/forms/form-rules'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { forgetPerson, useUser } from '../../shared/session/current-user.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Typing one's own address confirms the intent. It signs out; signing in within the grace period cancels it. */
export function DeleteAccountModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const form = useForm({
    initial: { email: '' },
    rules: { email: [required] },
    labels: { email: t('auth.login.email') },
    send: async (values) => {
      const { deletion_due_at } = await call('POST /auth/user/deletion', { body: values })
      forgetPerson()
      await navigate({ to: paths.login })
      showToast(t('account.privacy.deleted', { day: format.day(deletion_due_at) }), { delayMs: null })
    },
  })
  const isSame = form.values.email.trim().toLowerCase() === user.email.toLowerCase()
  return (
    <FormModal
      title={t('account.privacy.delete_title')}
      failure={form.failure}
      action={t('account.privacy.delete_action')}
      isDangerous
      isDisabled={!isSame}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <p>{t('account.privacy.delete_confirm', { email: user.email })}</p>
      <TextField {...form.text('email')} type="email" autoComplete="off" autoFocus />
    </FormModal>
  )
}
