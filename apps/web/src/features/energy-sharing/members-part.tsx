import type { SharingMemberView } from '@ohmstead/contract/energy-sharing-groups'
import { IconMail, IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { EmptyState } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { matchesWords } from '../../ui/match-words.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AddPlacesModal } from './add-places-modal.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { GroupProblems } from './group-problems.tsx'
import { InviteMemberModal } from './invite-member-modal.tsx'
import { MemberModal } from './member-modal.tsx'
import { MemberTable } from './member-table.tsx'
import { RemoveMemberModal } from './remove-member-modal.tsx'

const pageSize = 50

type Window = 'add' | 'invite' | { edit: SharingMemberView } | { remove: SharingMemberView }

/** Who shares: places of one's own and people invited, with what is wrong with each. */
export function MembersPart({ group }: GroupPartProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Window | null>(null)
  const close = () => setOpen(null)
  const found = group.members.filter(({ name, email, subjectName }) =>
    matchesWords([name, email, subjectName].join(' '), typed),
  )
  const buttons = (
    <div className={styles.actions}>
      <Button variant="primary" onClick={() => setOpen('add')}>
        <IconPlus size={16} aria-hidden />
        {t('energy_sharing.members.add')}
      </Button>
      <Button onClick={() => setOpen('invite')}>
        <IconMail size={16} aria-hidden />
        {t('energy_sharing.members.invite')}
      </Button>
    </div>
  )
  return (
    <div className={styles.part}>
      <GroupProblems group={group} />
      {group.members.length === 0 ? (
        <EmptyState
          icon={<IconUsers size={22} stroke={1.6} />}
          title={t('energy_sharing.members.empty')}
          text={t('energy_sharing.members.empty_text')}
        >
          {buttons}
        </EmptyState>
      ) : (
        <>
          <div className={styles.tools}>
            {group.members.length > 6 ? (
              <TextField
                type="search"
                label={t('energy_sharing.members.search')}
                value={typed}
                autoComplete="off"
                onChange={(text) => {
                  setTyped(text)
                  setPage(1)
                }}
              />
            ) : (
              <span />
            )}
            {buttons}
          </div>
          <MemberTable
            group={group}
            members={found.slice((page - 1) * pageSize, page * pageSize)}
            onEdit={(edit) => setOpen({ edit })}
            onRemove={(remove) => setOpen({ remove })}
          />
          {found.length === 0 && <p role="status">{t('navigation.palette.none', { text: typed })}</p>}
          <Pager page={page} total={found.length} pageSize={pageSize} onPage={setPage} />
        </>
      )}
      {open === 'add' && <AddPlacesModal group={group} onClose={close} />}
      {open === 'invite' && <InviteMemberModal group={group} onClose={close} />}
      {open !== null && typeof open === 'object' && 'edit' in open && (
        <MemberModal group={group} member={open.edit} onClose={close} />
      )}
      {open !== null && typeof open === 'object' && 'remove' in open && (
        <RemoveMemberModal group={group} member={open.remove} onClose={close} />
      )}
    </div>
  )
}
