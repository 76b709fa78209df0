import type { AlarmRuleDraft, AlarmRulePreviewView } from '@ohmstead/contract/alarm-rules'
import type { ReactNode } from 'react'
import { useRuleText } from '../../shared/alarm-rules/use-rule-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './alarm-rules.module.css'

const mostRows = 8
const mostListed = 12
/** Short gaps are nothing to speak of. */
const mostlyKnown = 0.95

interface Props {
  found: AlarmRulePreviewView
  draft: AlarmRuleDraft
  /** What is told of the locations that were not looked at. */
  rest?: ReactNode
}

/** How often, where and when. */
export function PreviewFound({ found, draft, rest }: Props) {
  const t = useT()
  const format = useFormat()
  const text = useRuleText()
  const { from, to, firings, total, notices, quiet, unknown, knownShare, lookedAt, locations } = found
  const rows = [...Map.groupBy(firings, ({ locationId }) => locationId).values()].slice(0, mostRows)
  const isKnown = unknown < lookedAt
  // By the clock of the location, as on the page of an alarm.
  const span = ({ from: begin, to: end, timeZone }: (typeof firings)[number]) => {
    const isOfOneDay = end !== null && format.day(begin, timeZone) === format.day(end, timeZone)
    const until = isOfOneDay
      ? format.time(end, timeZone)
      : end === null
        ? t('alarm_rules.preview.ongoing')
        : format.dateTime(end, timeZone)
    return `${format.dateTime(begin, timeZone)} – ${until}`
  }
  const share = (ts: number) => ((ts - from) / (to - from)) * 100
  return (
    <>
      {/* Of what was never measured nothing is known, not even that it would have been quiet. */}
      {isKnown && (
        <dl className={styles.figures} aria-live="polite">
          {[
            [t('alarm_rules.preview.alarms'), total] as const,
            [t('alarm_rules.preview.notices'), notices] as const,
            ...(quiet > 0 ? [[t('alarm_rules.preview.quiet'), quiet] as const] : []),
          ].map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{format.number(count, 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {total === 0 && isKnown && <p>{t('alarm_rules.preview.none')}</p>}
      {knownShare !== null && knownShare < mostlyKnown && (
        <p className={styles.soft}>
          {t('alarm_rules.preview.known', { share: format.percent(Math.max(knownShare, 0.01), 0) })}
        </p>
      )}
      {unknown > 0 && (
        <p className={styles.soft}>
          {t('alarm_rules.preview.unknown', {
            count: format.number(unknown),
            total: format.number(lookedAt),
          })}
        </p>
      )}
      {rest ??
        (lookedAt < locations && (
          <p className={styles.soft}>
            {t('alarm_rules.preview.looked', {
              count: format.number(lookedAt),
              total: format.number(locations),
            })}
          </p>
        ))}
      {rows.map((list) => (
        <div key={list[0]!.locationId} className={styles.strip}>
          {rows.length > 1 && <span className={styles.soft}>{list[0]!.locationName}</span>}
          <div className={styles.track} aria-hidden>
            {list.map((one) => (
              <span
                key={`${one.from} ${one.deviceName}`}
                style={{
                  // One that has just begun stays visible.
                  insetInlineStart: `min(${share(one.from)}%, 100% - 3px)`,
                  width: `${share(one.to ?? to) - share(one.from)}%`,
                }}
              />
            ))}
          </div>
        </div>
      ))}
      {rows.length > 0 && (
        <div className={styles.scale} aria-hidden>
          <span>{format.day(from)}</span>
          <span>{format.day(to)}</span>
        </div>
      )}
      <ul className={styles.firings}>
        {firings.slice(0, mostListed).map((one) => (
          <li key={`${one.locationId} ${one.from} ${one.deviceName}`}>
            {[
              span(one),
              locations > 1 && one.locationName,
              one.deviceName,
              one.value !== null && text.quantity(draft, one.value),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </>
  )
}
