import type { CompanyControllerView } from '@ohmstead/contract/controllers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { companyControllersKey } from '../../../shared/company-controllers-key.ts'
import { failureText } from '../../../shared/forms/failure-text.ts'
import { FormModal } from '../../../shared/forms/form-modal.tsx'
import { useT } from '../../../shared/i18n/use-t.ts'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { showToast } from '../../../ui/toast-store.ts'

/** Assigns a controller to somebody of the company, or back to the owner of its location. */
export function ControllerOwnerModal({
  controller,
  companyId,
  onClose,
}: {
  controller: CompanyControllerView
  companyId: number
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const assigned = controller.owner?.is_assigned ? controller.owner.id : null
  const [userId, setUserId] = useState(assigned)
  const save = useMutation({
    mutationFn: () =>
      call('PUT /companies/:companyId/controllers/:controllerId/owner', {
        params: { companyId, controllerId: controller.id },
        body: { userId },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [...companyControllersKey, companyId] })
      showToast(t('controllers.company.owner.done'), { tone: 'success' })
      onClose()
    },
  })
  return (
    <FormModal
      title={t('controllers.company.owner.change')}
      failure={save.error && failureText(save.error, t)}
      action={t('common.action.save')}
      isDisabled={userId === assigned}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p>{t('controllers.company.owner.text')}</p>
      <PersonPicker
        companyId={companyId}
        legend={t('locations.settings.owner')}
        none={t('controllers.company.owner.location')}
        value={userId}
        onChange={setUserId}
      />
    </FormModal>
  )
}
