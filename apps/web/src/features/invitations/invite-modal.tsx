import { email, required } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { invitationsQuery, switchableFlags } from '../../shared/people/location-people-query.ts'
import styles from '../../shared/people/people.module.css'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { inviteFailure } from './invite-failure.ts'

/** Whom to invite by mail, and which rights they get after accepting. */
export function InviteModal({ locationId, onClose }: { locationId: number; onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { email: '', edit: false, control: false, manageUsers: false },
    rules: { email: [required, email] },
    labels: { email: t('auth.login.email') },
    send: async ({ email: address, edit, control, manageUsers }) => {
      await call('POST /locations/:locationId/invitations', {
        params: { locationId },
        body: { email: address.trim(), permissions: { view: true, edit, control, manageUsers } },
      })
      await queryClient.invalidateQueries(invitationsQuery(locationId))
      showToast(t('invitations.done.sent', { email: address.trim() }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <FormModal
      title={t('invitations.invite.title')}
      failure={form.failure && inviteFailure(form.error, t)}
      action={t('invitations.invite.send')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <p>{t('invitations.invite.text')}</p>
      <TextField {...form.text('email')} type="email" autoComplete="off" autoFocus />
      <fieldset className={styles.choices}>
        <legend>{t('invitations.invite.permissions')}</legend>
        <Checkbox isDisabled checked label={t('people.flag.view')} onChange={() => {}} />
        {switchableFlags.map((flag) => (
          <div key={flag}>
            <Checkbox {...form.check(flag)} label={t(`people.flag.${flag}`)} />
            <p>{t(`people.flag_text.${flag}`)}</p>
          </div>
        ))}
      </fieldset>
    </FormModal>
  )
}
