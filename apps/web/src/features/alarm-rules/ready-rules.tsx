import type { AlarmRulesView } from '@ohmstead/contract/alarm-rules'
import { nameReadyRule as idOf, readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useRuleText } from '../../shared/alarm-rules/use-rule-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { IconButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './alarm-rules.module.css'
import { findRuleOfReady } from './rule-of-ready.ts'
import { HoldsNow } from './rule-row.tsx'
import type { RuleWrites } from './use-rule-writes.ts'

interface Props {
  known: AlarmRulesView
  isGroup: boolean
  writes: RuleWrites
  onEdit: (rule: AlarmRulesView['rules'][number]) => void
}

/** Rules that one press switches on; a pencil changes their limits. */
export function ReadyRules({ known, isGroup, writes, onEdit }: Props) {
  const t = useT()
  const text = useRuleText()
  return (
    <Panel heading={t('alarm_rules.ready.heading')} isFramed={false}>
      <ul className={styles.list}>
        {readyRules.map((ready) => {
          const rule = findRuleOfReady(ready, known.rules)
          const terms = rule ?? ready
          const name = text.name({ ...ready, name: rule?.name ?? null })
          const draft = {
            ...{ name: null, ...ready, grouping: isGroup ? ('together' as const) : ('each' as const) },
            ...{ quiet: null, sendsRecovery: true, enabled: true },
          }
          const busy = rule ? `rule-${rule.id}` : idOf(ready)
          const turn = (on: boolean) =>
            void (rule ? writes.setEnabled(rule, on) : writes.add(idOf(ready), draft))
          return (
            <li key={idOf(ready)} className={styles.row}>
              <div className={styles.what}>
                {known.mayEdit ? (
                  <Switch
                    label={name}
                    checked={rule?.enabled ?? false}
                    isBusy={writes.busy === busy}
                    onChange={turn}
                  />
                ) : (
                  <h3>{name}</h3>
                )}
                <p className={styles.soft}>{text.sentence(terms)}</p>
              </div>
              <div className={styles.actions}>
                {rule && <HoldsNow rule={rule} isGroup={isGroup} />}
                {rule && known.mayEdit && (
                  <IconButton
                    size="small"
                    label={t('alarm_rules.action.edit_of', { name })}
                    onClick={() => onEdit(rule)}
                  >
                    <IconPencil size={16} aria-hidden />
                  </IconButton>
                )}
                {rule && rule.name !== null && known.mayEdit && (
                  <IconButton
                    size="small"
                    label={t('alarm_rules.action.delete_of', { name })}
                    onClick={() => void writes.remove(rule)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </IconButton>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
