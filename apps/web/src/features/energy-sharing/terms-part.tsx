import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { failureText } from '../../shared/forms/failure-text.ts'
import { usePageLeave } from '../../shared/forms/use-page-leave.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { showToast } from '../../ui/toast-store.ts'
import { writtenGroup } from './create-group.ts'
import styles from './energy-sharing.module.css'
import { checkGroup, type GroupDraft } from './group-draft.ts'
import type { GroupPartProps } from './group-part.ts'
import { OrganiserFields } from './organiser-fields.tsx'
import { SchemeFields } from './scheme-fields.tsx'
import { SharePriceFields } from './share-price-fields.tsx'
import { refreshSharing } from './sharing-query.ts'

/** Name, organiser and price of a group, and its deletion. */
export function TermsPart({ group }: GroupPartProps) {
  const t = useT()
  const today = useToday()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<GroupDraft | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const shown = draft ?? (group as GroupDraft)
  const problems = checkGroup(shown)
  const question = usePageLeave(() => draft !== null, 'form')
  const save = useMutation({
    mutationFn: async () => {
      await call('PUT /sharing-groups/:sharingGroupId', {
        params: { sharingGroupId: group.id },
        body: { ...writtenGroup(shown), version: group.version },
      })
      await refreshSharing()
    },
    onSuccess: () => {
      setDraft(null)
      showToast(t('energy_sharing.terms.saved'), { tone: 'success' })
    },
  })
  const remove = useMutation({
    mutationFn: async () => {
      await call('DELETE /sharing-groups/:sharingGroupId', { params: { sharingGroupId: group.id } })
      await navigate({ to: paths.sharing, replace: true })
      await refreshSharing()
    },
    onError: (error) => {
      setRemoving(false)
      showToast(errorText(error, t), { tone: 'danger' })
    },
  })
  const fields = { draft: shown, problems, today, onChange: setDraft }
  return (
    <div className={styles.part}>
      {question}
      <SchemeFields {...fields} isStored />
      <OrganiserFields {...fields} />
      <SharePriceFields {...fields} />
      {save.error && (
        <p className={formStyles.error} role="alert">
          {failureText(save.error, t)}
        </p>
      )}
      <div className={`${styles.actions} ${styles.between}`}>
        <Button variant="quiet" onClick={() => setRemoving(true)}>
          {t('energy_sharing.terms.delete')}
        </Button>
        <Button
          variant="primary"
          disabled={draft === null || Object.keys(problems).length > 0}
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('common.action.save')}
        </Button>
      </div>
      {isRemoving && (
        <ConfirmModal
          isDangerous
          title={t('energy_sharing.terms.delete')}
          text={t('energy_sharing.terms.delete_text', { name: group.name })}
          action={t('energy_sharing.terms.delete')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
