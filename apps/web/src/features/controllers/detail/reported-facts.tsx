import type { ControllerPageView } from '@ohmstead/contract/controllers-page'
import { useQuery } from '@tanstack/react-query'
import { protocolsQuery } from '../../../shared/controllers/controllers-query.ts'
import { unknownText } from '../../../shared/i18n/format.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import styles from './controller-parts.module.css'

/** What a controller is and says of itself. Of a foreign one only what it says: most have neither a VPN nor a system. */
export function ReportedFacts({
  page,
  timeZone,
}: {
  page: ControllerPageView
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const { info, clock, last_seen_at, linked_at } = page
  const isForeign = page.protocol !== 'ems'
  const { data: protocols } = useQuery({ ...protocolsQuery, enabled: isForeign })
  const known = protocols?.find((one) => one.protocol === page.protocol)
  const protocol = isForeign ? (known?.title ?? page.protocol) : 'EMS Link'
  const reported = (name: string) => (typeof info[name] === 'string' && info[name] !== '' ? info[name] : null)
  const facts: [title: string, value: string][] = [
    [t('controllers.credentials.serial'), page.unit_id],
    [t('controllers.detail.kind'), t(`controllers.kind.${page.kind}`)],
    [t('navigation.type.location'), page.location_name],
    [t('controllers.detail.company'), page.company_name],
    [t('controllers.detail.protocol'), protocol],
    [
      t('controllers.page.last_seen'),
      last_seen_at === null ? t('common.state.never') : format.dateTime(last_seen_at, timeZone),
    ],
    [t('controllers.page.linked'), linked_at === null ? unknownText : format.day(linked_at, timeZone)],
  ]
  const told: [title: string, value: string | null][] = [
    [t('controllers.page.software'), reported('softwareVersion')],
    [t('controllers.company.detail.system'), reported('osVersion')],
    [t('controllers.company.detail.hardware'), reported('hwVersion')],
    [t('controllers.detail.ip.ethernet'), reported('ethernetIp')],
    [t('controllers.detail.ip.wireless'), reported('wirelessIp')],
    [t('controllers.detail.ip.mobile'), reported('mobileIp')],
    [t('controllers.detail.ip.vpn'), reported('openVpnIp')],
  ]
  for (const [title, value] of told)
    if (value !== null || !isForeign) facts.push([title, value ?? unknownText])
  if (clock && !clock.is_wrong) {
    const seconds = `${clock.offset_ms > 0 ? '+' : ''}${format.number(clock.offset_ms / 1000, 1)} s`
    facts.push([t('controllers.clock.label'), `${t('controllers.clock.right')} (${seconds})`])
  }
  return (
    <dl className={styles.facts}>
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
