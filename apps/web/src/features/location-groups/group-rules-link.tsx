import { decide } from '@ohmstead/domain/access/permission'
import { IconBellCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { buttonClass } from '../../ui/button.tsx'

interface Props {
  companyId: number
  locationGroupId: number
  /** Where several of these links are beside each other. */
  groupName?: string
}

/** To the alarm rules of a group, for those who may change them. */
export function GroupRulesLink({ companyId, locationGroupId, groupName }: Props) {
  const t = useT()
  const user = useUser()
  const resource = { kind: 'group' as const, companyId, ownLocationIds: [] }
  if (decide(actorOf(user), 'group.edit', resource) !== 'allowed') return null
  const title = t('titles.alarm_rules')
  return (
    <Link
      className={buttonClass({ size: 'small', variant: 'quiet' })}
      to={paths.globalGroupAlarmRules(companyId, locationGroupId)}
      {...(groupName !== undefined && { 'aria-label': `${title}: ${groupName}` })}
    >
      <IconBellCog size={16} aria-hidden />
      {title}
    </Link>
  )
}
