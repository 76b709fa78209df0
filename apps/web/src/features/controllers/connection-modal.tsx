import { useQuery } from '@tanstack/react-query'
import { connectionQuery } from '../../shared/controllers/controllers-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './connect-step.module.css'
import { ConnectionFields } from './connection-fields.tsx'
import { DeviceSetupFields } from './device-setup-fields.tsx'

/** The connection details of a controller and its test commands again; its secrets were shown once. */
export function ConnectionModal({
  controller,
  locationId,
  onRenew,
  onClose,
}: {
  controller: { id: number; unit_id: string }
  locationId: number
  onRenew: () => void
  onClose: () => void
}) {
  const t = useT()
  const { data, error, refetch } = useQuery(connectionQuery({ locationId, controllerId: controller.id }))
  return (
    <Modal
      title={t('controllers.credentials.heading')}
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      <div className={styles.step}>
        <p className={styles.once}>{t('controllers.credentials.again')}</p>
        <div>
          <Button onClick={onRenew}>{t('controllers.page.renew')}</Button>
        </div>
        {data?.device_setup ? (
          <DeviceSetupFields setup={data.device_setup} />
        ) : data ? (
          <ConnectionFields serial={controller.unit_id} settings={data.settings} />
        ) : error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={420} radius={10} />
        )}
      </div>
    </Modal>
  )
}
