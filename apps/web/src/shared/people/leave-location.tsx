import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmModal } from '../confirm-modal.tsx'
import { useT } from '../i18n/use-t.ts'
import { forgetLocation } from '../navigation/navigation-context.ts'
import { paths } from '../paths.ts'
import { useRouteIds } from '../route-ids.ts'
import { adoptAccess } from '../session/adopt-access.ts'
import { errorText } from '../states/page-states.tsx'

/** Gives up one's own access to somebody else's location. */
export function LeaveLocation({ locationId, name }: { locationId: number; name: string }) {
  const t = useT()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isShown = useRouteIds().locationId === locationId
  const [isAsking, setAsking] = useState(false)
  const leave = useMutation({
    mutationFn: () =>
      call('POST /locations/:locationId/leave', { params: { locationId }, body: { confirmed: true } }),
    onSuccess: async () => {
      // Leave first: the page of an invisible location would say that it does not exist.
      if (isShown) await navigate({ to: paths.userPrivacy })
      await adoptAccess(queryClient)
      forgetLocation(locationId)
      showToast(t('account.shared_locations.left', { name }), { tone: 'success' })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button
        size="small"
        aria-label={t('account.shared_locations.leave_of', { name })}
        onClick={() => setAsking(true)}
      >
        {t('account.shared_locations.leave')}
      </Button>
      {isAsking && (
        <ConfirmModal
          isDangerous
          title={t('account.shared_locations.leave_title', { name })}
          text={t('account.shared_locations.leave_text')}
          action={t('account.shared_locations.leave')}
          isBusy={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
