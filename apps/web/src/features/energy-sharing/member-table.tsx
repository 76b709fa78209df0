import type { SharingGroupDetailView, SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'
import { isSending } from '@ohmstead/domain/sharing/sharing-terms'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { IconButton } from '../../ui/button.tsx'
import { TableFrame } from '../../ui/table-frame.tsx'
import styles from './energy-sharing.module.css'
import { problemsOf, useProblemText } from './use-group-problem-text.ts'

interface MemberTableProps {
  group: SharingGroupDetailView
  members: readonly SharingMemberView[]
  onEdit: (member: SharingMemberView) => void
  onRemove: (member: SharingMemberView) => void
}

/** Members with their part in the group, and what is to be known of each. */
export function MemberTable({ group, members, onEdit, onRemove }: MemberTableProps) {
  const t = useT()
  const format = useFormat()
  const daysText = useDaysText()
  const label = {
    role: t('energy_sharing.field.role'),
    share: t('energy_sharing.field.shared_share'),
    days: t('price_lists.field.validity'),
  }
  return (
    <TableFrame
      label={t('energy_sharing.part.members')}
      frameClass={styles.cards!}
      tableClass={styles.cardTable}
    >
      <thead>
        <tr>
          <th scope="col">{t('locations.settings.name')}</th>
          <th scope="col">{label.role}</th>
          <th scope="col" data-figure>
            {label.share}
          </th>
          <th scope="col">{label.days}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <th scope="row">
              {member.name} <MemberState member={member} />
              <MemberNotes group={group} member={member} />
            </th>
            <td data-label={label.role}>{t(`energy_sharing.role.${member.role}`)}</td>
            <td data-label={label.share} data-figure>
              {isSending(member) ? format.percent(Number(member.sharedShare), 4) : '–'}
            </td>
            <td data-label={label.days}>{daysText(member.validFrom, member.validTo)}</td>
            <td>
              {(member.state === 'active' || member.state === 'invited') && (
                <div className={styles.icons}>
                  <IconButton
                    label={t('energy_sharing.members.edit_of', { name: member.name })}
                    onClick={() => onEdit(member)}
                  >
                    <IconPencil size={18} stroke={1.6} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('energy_sharing.members.remove_of', { name: member.name })}
                    onClick={() => onRemove(member)}
                  >
                    <IconX size={18} stroke={1.6} aria-hidden />
                  </IconButton>
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

function MemberState({ member: { state } }: { member: SharingMemberView }) {
  const t = useT()
  if (state === 'active') return null
  return (
    <span className={styles.state} data-state={state === 'invited' ? 'due' : 'old'}>
      {t(`energy_sharing.member_state.${state}`)}
    </span>
  )
}

/** Its place, its readings and what is wrong with it. */
function MemberNotes({ group, member }: { group: SharingGroupDetailView; member: SharingMemberView }) {
  const t = useT()
  const format = useFormat()
  const formatDay = useFormatDay()
  const textOf = useProblemText()
  const { subjectName, name, email, supplier, netting, readingsFrom, readingsTo } = member
  const facts = [
    // An address often begins with the name.
    subjectName !== name && subjectName?.replace(`${name}, `, ''),
    email,
    supplier,
    netting === 'yearly' && t('energy_sharing.netting.yearly'),
    member.invitationExpiresAt !== null &&
      t('invitations.fact.until', { time: format.dateTime(member.invitationExpiresAt) }),
    readingsFrom &&
      readingsTo &&
      t('energy_sharing.members.readings', { from: formatDay(readingsFrom), to: formatDay(readingsTo) }),
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && <div className={styles.soft}>{facts.join(' · ')}</div>}
      {member.delivery === 'failed' && (
        <div className={styles.problem} role="alert">
          {t('location_invite.mail_failed')}
        </div>
      )}
      {problemsOf(group, member.id).map((problem) => (
        <div key={problem.kind} className={styles.problem}>
          {textOf(problem)}
        </div>
      ))}
    </>
  )
}
