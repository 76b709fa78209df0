import type { AlarmRulesView, AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import { decide } from '@ohmstead/domain/access/permission'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRuleText } from '../../shared/alarm-rules/use-rule-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './alarm-rules.module.css'
import type { RuleWrites } from './use-rule-writes.ts'

interface Props {
  rule: AlarmRuleView
  devices: AlarmRulesView['devices']
  isGroup: boolean
  /** Of a group above, which is named. */
  isInherited?: boolean
  /** Null for those who may only look, and for rules of groups above. */
  writes: RuleWrites | null
  onEdit?: () => void
}

/** One rule in words, with its switch. */
export function RuleRow({ rule, devices, isGroup, isInherited = false, writes, onEdit }: Props) {
  const t = useT()
  const text = useRuleText()
  const name = text.name(rule, devices)
  const sentence = text.sentence(rule, devices)
  const { companyId } = useRouteIds()
  const user = useUser()
  const group = isInherited ? rule.group : null
  const resource = { kind: 'group' as const, companyId: companyId ?? -1, ownLocationIds: [] }
  const mayEditGroup = companyId !== null && decide(actorOf(user), 'group.edit', resource) === 'allowed'
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        {writes ? (
          <Switch
            label={name}
            checked={rule.enabled}
            isBusy={writes.busy === `rule-${rule.id}`}
            onChange={(on) => void writes.setEnabled(rule, on)}
          />
        ) : (
          <h3>{name}</h3>
        )}
        {(sentence !== name || group) && (
          <p className={styles.soft}>
            {sentence !== name && sentence}
            {sentence !== name && group && ' · '}
            {group && mayEditGroup ? (
              <Link to={paths.globalGroupAlarmRules(companyId, group.id)}>{group.name}</Link>
            ) : (
              group?.name
            )}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <HoldsNow rule={rule} isGroup={isGroup} />
        {writes && (
          <>
            <IconButton size="small" label={t('alarm_rules.action.edit_of', { name })} onClick={onEdit}>
              <IconPencil size={16} aria-hidden />
            </IconButton>
            <IconButton
              size="small"
              label={t('alarm_rules.action.delete_of', { name })}
              onClick={() => void writes.remove(rule)}
            >
              <IconTrash size={16} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
    </li>
  )
}

/** Whether the condition of a rule holds right now; in a group, at how many places. */
export function HoldsNow({ rule: { raised }, isGroup }: { rule: AlarmRuleView; isGroup: boolean }) {
  const t = useT()
  const format = useFormat()
  if (raised === 0) return null
  return (
    <span className={styles.holds}>
      {t('alarm_rules.holds')}
      {isGroup && ` · ${format.number(raised, 0)}`}
    </span>
  )
}
