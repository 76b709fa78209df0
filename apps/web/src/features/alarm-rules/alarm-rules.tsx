import type { AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { IconBellCog, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationGroupQuery } from '../../shared/locations/location-query.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { TellMe } from '../../shared/tell-me/tell-me.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './alarm-rules.module.css'
import { alarmRulesQuery, type RulePlace } from './alarm-rules-query.ts'
import { ReadyRules } from './ready-rules.tsx'
import { newRule } from './rule-draft.ts'
import { RuleModal } from './rule-modal.tsx'
import { listOwnRules } from './rule-of-ready.ts'
import { RuleRow } from './rule-row.tsx'
import { useRuleWrites } from './use-rule-writes.ts'

/** The alarm rules of a location or a group: ready ones first, then its own, then those from above. */
export function AlarmRules({ place }: { place: RulePlace }) {
  const t = useT()
  const { data: known, error, refetch } = useQuery(alarmRulesQuery(place))
  const writes = useRuleWrites(place)
  const [dialog, setDialog] = useState<{ rule?: AlarmRuleView } | null>(null)
  const isGroup = 'locationGroupId' in place
  const { data: group } = useQuery({
    ...locationGroupQuery(isGroup ? place.locationGroupId : 0),
    enabled: isGroup,
  })
  if (!known && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  const own = listOwnRules(known?.rules ?? [])
  const close = () => setDialog(null)
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <div>
          <h1>{t('titles.alarm_rules')}</h1>
          <p>{[group?.name, t('alarm_rules.page.lead')].filter(Boolean).join(' · ')}</p>
        </div>
        {known?.mayEdit && (
          <Button variant="primary" onClick={() => setDialog({})}>
            <IconPlus size={16} aria-hidden />
            {t('alarm_rules.action.add')}
          </Button>
        )}
      </header>
      {known && [...known.rules, ...known.inherited].some(({ enabled }) => enabled) && <TellMe isOfferOnly />}
      {!known && <Skeleton height={320} radius={16} />}
      {known && (
        <>
          <ReadyRules
            known={known}
            isGroup={isGroup}
            writes={writes}
            onEdit={(rule) => setDialog({ rule })}
          />
          <Panel heading={t('alarm_rules.own.heading')} isFramed={false}>
            {own.length === 0 ? (
              <EmptyState
                icon={<IconBellCog size={22} />}
                title={t('alarm_rules.own.empty')}
                {...(known.mayEdit && { text: t('alarm_rules.own.empty_text') })}
              />
            ) : (
              <ul className={styles.list}>
                {own.map((rule) => (
                  <RuleRow
                    key={rule.id}
                    rule={rule}
                    devices={known.devices}
                    isGroup={isGroup}
                    writes={known.mayEdit ? writes : null}
                    onEdit={() => setDialog({ rule })}
                  />
                ))}
              </ul>
            )}
          </Panel>
          {known.inherited.length > 0 && (
            <Panel heading={t('alarm_rules.inherited.heading')} isFramed={false}>
              <ul className={styles.list}>
                {known.inherited.map((rule) => (
                  <RuleRow
                    key={rule.id}
                    rule={rule}
                    devices={known.devices}
                    isGroup={isGroup}
                    isInherited
                    writes={null}
                  />
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
      {known && dialog && (
        <RuleModal
          place={place}
          known={known}
          initial={newRule}
          {...(dialog.rule && { rule: dialog.rule })}
          onSaved={() => {
            close()
            void writes.refresh()
          }}
          onFailed={() => void writes.refresh()}
          onClose={close}
        />
      )}
    </div>
  )
}
