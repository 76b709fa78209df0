import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { menuKey } from '../../shared/navigation/menu-query.ts'
import { paths } from '../../shared/paths.ts'
import { setUser } from '../../shared/session/current-user.ts'
import { errorText, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { confirmationQuery } from './confirmation-query.ts'
import styles from './invitation-modal.module.css'

/** Refusals that the person can do something about. */
const explained: readonly unknown[] = [
  'invite_other_address',
  'email_not_verified',
  'token_expired',
  'token_used',
  'not_in_person',
  'too_many_attempts',
  'offline',
]

/** Accepts the invitation in the address, and shows the result. */
export function InvitationModal({ action, id }: { action: string; id: number }) {
  const t = useT()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const { data: location, error } = useQuery(confirmationQuery(action, id))
  const leave = async () => {
    setLeaving(true)
    if (location) {
      // The new location decides where `/` leads and what the menu shows.
      setUser((await call('GET /auth/user')).user)
      await queryClient.invalidateQueries({ queryKey: menuKey })
    }
    await navigate({ to: paths.home, search: {}, replace: true })
  }
  const isDone = location !== undefined || error !== null
  return (
    <Modal
      title={t('location_invite.heading')}
      closeLabel={t('common.action.close')}
      closesOnMask={false}
      onClose={() => isDone && void leave().catch(() => setLeaving(false))}
    >
      <div className={styles.body} role={error ? 'alert' : 'status'}>
        {!isDone && (
          <>
            <p>{t('location_invite.loading')}</p>
            <Skeleton height={40} />
          </>
        )}
        {location && (
          <p className={styles.outcome} data-tone="good">
            <IconCircleCheck size={24} stroke={1.5} aria-hidden />
            {t('location_invite.success', { name: location.name })}
          </p>
        )}
        {error && (
          <>
            <p className={styles.outcome} data-tone="bad">
              <IconAlertTriangle size={24} stroke={1.5} aria-hidden />
              {t('location_invite.error')}
            </p>
            {error instanceof ApiError && explained.includes(error.code) && (
              <p className={styles.reason}>{errorText(error, t)}</p>
            )}
          </>
        )}
      </div>
      {isDone && (
        <Button
          variant="primary"
          wide
          isBusy={isLeaving}
          onClick={() => void leave().catch(() => setLeaving(false))}
        >
          {t('location_invite.continue')}
        </Button>
      )}
    </Modal>
  )
}
