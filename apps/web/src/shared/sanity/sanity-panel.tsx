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

interface Correction {
  deviceId: number
  /** Null takes the device out of the location. */
  body: SanityFindingView['repair']
}

/** What is connected the wrong way round at a location, each with what shows it and one press that puts it right. */
export function SanityPanel({ locationId, mayEdit }: { locationId: number; mayEdit: boolean }) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { data } = useQuery(sanityQuery(locationId))
  const correct = useMutation({
    mutationFn: ({ deviceId, body }: Correction) => {
      const params = { locationId, deviceId }
      return body
        ? call('PUT /locations/:locationId/devices/:deviceId/correction', { params, body })
        : call('DELETE /locations/:locationId/devices/:deviceId', { params })
    },
    onSuccess: (_, { body }) => {
      void queryClient.invalidateQueries({ queryKey: sanityQuery(locationId).queryKey })
      if (!body) {
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
          const { kind, device_id: deviceId, repair } = finding
          return (
            <li key={`${kind} ${deviceId}`}>
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
              <span>{t(`mapping.sanity.${kind}`, evidenceOf(finding, format))}</span>
              {(repair || kind === 'double_grid') && mayEdit && (
                <Button
                  size="small"
                  disabled={correct.isPending}
                  onClick={() => correct.mutate({ deviceId, body: repair })}
                >
                  {actionOf(finding, t)}
                </Button>
              )}
            </li>
          )
        })}
        {data.corrected.map(({ device_id: deviceId, device_name: name }) => (
          <li key={deviceId}>
            <IconCheck size={18} stroke={1.6} aria-hidden />
            <span>{t('mapping.sanity.corrected', { name })}</span>
            {mayEdit && (
              <Button
                size="small"
                variant="quiet"
                disabled={correct.isPending}
                onClick={() => correct.mutate({ deviceId, body: { is_reversed: false, phase_order: '123' } })}
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

const actionOf = ({ kind, other_name }: SanityFindingView, t: Translate): string =>
  kind === 'double_grid'
    ? t('mapping.sanity.count_only', { name: other_name ?? '' })
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
