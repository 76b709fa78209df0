import type { SanityFindingView } from '@ohmstead/contract/mapping-sanity'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { Format } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { type Translate, useT } from '../i18n/use-t.ts'
import { locationQuery } from '../locations/location-query.ts'
import { menuKey } from '../navigation/menu-query.ts'
import { quantityText } from '../quantity/format-quantity.ts'
import { errorText } from '../states/page-states.tsx'
import styles from './sanity-panel.module.css'
import { sanityQuery } from './sanity-query.ts'

type DeviceCorrection = SanityFindingView['current']

/** What the person saw goes with it: another person may have pressed meanwhile. */
type Correction =
  | { deviceId: number; repair: DeviceCorrection; seen: DeviceCorrection }
  /** Takes the device out of the location, since another one measures the same. */
  | { deviceId: number; repair: null; kept: number }

/** What is connected the wrong way round at a location, each with what shows it and one press that puts it right. */
export function SanityPanel({ locationId, mayEdit }: { locationId: number; mayEdit: boolean }) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { data } = useQuery(sanityQuery(locationId))
  const correct = useMutation({
    mutationFn: (correction: Correction) => {
      const { deviceId, repair } = correction
      const params = { locationId, deviceId }
      return repair
        ? call('PUT /locations/:locationId/devices/:deviceId/correction', {
            params,
            body: { ...repair, seen: correction.seen },
          })
        : call('DELETE /locations/:locationId/devices/:deviceId', {
            params,
            query: { kept: correction.kept },
          })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sanityQuery(locationId).queryKey }),
    onSuccess: (_, { repair }) => {
      if (!repair) {
        void queryClient.invalidateQueries({ queryKey: locationQuery(locationId).queryKey })
        void queryClient.invalidateQueries({ queryKey: menuKey })
      }
      showToast(t('mapping.sanity.done'))
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  if (!data || (data.findings.length === 0 && data.corrected.length === 0)) return null
  return (
    <section className={styles.panel}>
      {data.findings.length > 0 && <h2>{t('mapping.sanity.heading')}</h2>}
      <ul>
        {data.findings.map((finding) => {
          const { kind, device_id: deviceId } = finding
          const correction = correctionOf(finding)
          return (
            <li key={`${kind} ${deviceId}`}>
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
              <span>{t(`mapping.sanity.${kind}`, evidenceOf(finding, format))}</span>
              {correction && mayEdit && (
                <Button size="small" disabled={correct.isPending} onClick={() => correct.mutate(correction)}>
                  {actionOf(finding, t)}
                </Button>
              )}
            </li>
          )
        })}
        {data.corrected.map(({ device_id: deviceId, device_name: name, ...seen }) => (
          <li key={deviceId}>
            <IconCheck size={18} stroke={1.6} aria-hidden />
            <span>{t('mapping.sanity.corrected', { name })}</span>
            {mayEdit && (
              <Button
                size="small"
                variant="quiet"
                disabled={correct.isPending}
                onClick={() => correct.mutate({ deviceId, repair: right, seen })}
              >
                {t('common.action.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const right: DeviceCorrection = { is_reversed: false, phase_order: '123' }

function correctionOf(finding: SanityFindingView): Correction | null {
  const { device_id: deviceId, other_id: kept, repair, current: seen } = finding
  if (repair) return { deviceId, repair, seen }
  return kept === null ? null : { deviceId, repair: null, kept }
}

const actionOf = ({ kind, other_name }: SanityFindingView, t: Translate): string =>
  other_name !== null
    ? t('mapping.sanity.count_only', { name: other_name })
    : t(kind === 'phases' ? 'mapping.sanity.reorder' : 'mapping.sanity.reverse')

function evidenceOf(finding: SanityFindingView, format: Format) {
  const { device_name: name, other_name: other, hours, count, power_w, power_wh, register_wh } = finding
  return {
    name,
    other: other ?? '',
    count: count ?? 0,
    hours: format.number(hours, 1),
    power: quantityText(power_w, 'W', format),
    energy: quantityText(power_wh, 'Wh', format),
    register: quantityText(register_wh, 'Wh', format),
  }
}
