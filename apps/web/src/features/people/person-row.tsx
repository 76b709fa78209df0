import type { PersonView } from '@ohmstead/contract/people'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from '../../shared/people/people.module.css'
import { peopleKey } from '../../shared/people/people-query.ts'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { startImpersonation } from '../../shared/session/impersonation.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ChangeCompanyModal } from './change-company-modal.tsx'
import { RoleModal } from './role-modal.tsx'

type Dialog = 'role' | 'company' | 'disable' | 'impersonate'

/** A person with the reader's available actions; others are not shown. */
export function PersonRow({ person }: { person: PersonView }) {
  const t = useT()
  const me = useUser()
  const format = useFormat()
  const now = useNow(60_000)
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const name = formatPersonName(person)
  const { actions, disabled_at, email_verified_at, last_seen_at } = person
  const isDisabled = disabled_at !== null
  const params = { userId: person.id }
  // The clock of this row ticks once a minute.
  const seenText = () => {
    if (last_seen_at === null) return t('people.fact.never_seen')
    const age = now - last_seen_at
    return age < 60_000 ? t('people.fact.online') : t('people.fact.seen', { ago: format.ago(age) })
  }
  const act = useMutation({
    mutationFn: async (what: 'verify' | 'disable' | 'impersonate') => {
      if (what === 'verify') await call('POST /users/:userId/verify', { params })
      else if (what === 'impersonate') await startImpersonation(person.id)
      else await call('PUT /users/:userId/disabled', { params, body: { disabled: !isDisabled } })
    },
    onSuccess: (_, what) => {
      if (what === 'verify') showToast(t('people.done.verify', { email: person.email }), { tone: 'success' })
      else if (what === 'disable') showToast(t('people.done.changed', { name }), { tone: 'success' })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: (_, error, what) => {
      close()
      // The application restarts as the other person, who may not load this list.
      if (what === 'impersonate' && !error) return
      return queryClient.invalidateQueries({ queryKey: peopleKey })
    },
  })
  const facts = [
    person.email !== name && person.email,
    person.company?.name,
    person.runs.length > 0 && t('people.fact.runs', { names: person.runs.map((one) => one.name).join(', ') }),
    t('people.fact.locations', { count: person.location_count }),
    seenText(),
  ].filter(Boolean)
  const items = [
    actions.assignRoles.length > 0 && { key: 'role', onSelect: () => setDialog('role') },
    actions.changeCompany && { key: 'company', onSelect: () => setDialog('company') },
    actions.verify && email_verified_at === null && { key: 'verify', onSelect: () => act.mutate('verify') },
    actions.impersonate && { key: 'impersonate', onSelect: () => setDialog('impersonate') },
    actions.disable && {
      key: isDisabled ? 'enable' : 'disable',
      onSelect: () => (isDisabled ? act.mutate('disable') : setDialog('disable')),
    },
  ].filter((item) => item !== false) as { key: PersonAction; onSelect: () => void }[]
  return (
    <li className={`${styles.row} ${styles.withMenu}`}>
      <div className={styles.who}>
        <h2>
          {name} <span className={styles.state}>{t(`account.role.${person.role}`)}</span>{' '}
          {person.id === me.id && <span className={styles.badge}>{t('people.common.you')}</span>}{' '}
          {email_verified_at === null && (
            <span className={styles.state} data-state="unverified">
              {t('people.state.unverified')}
            </span>
          )}{' '}
          {isDisabled && (
            <span className={styles.state} data-state="disabled">
              {t('people.state.disabled')}
            </span>
          )}{' '}
          {person.deletion_due_at !== null && (
            <span className={styles.state} data-state="disabled">
              {t('people.state.deletion', { day: format.day(person.deletion_due_at) })}
            </span>
          )}
        </h2>
        <p>{facts.join(' · ')}</p>
      </div>
      {items.length > 0 && (
        <Menu
          label={t('people.action.of', { name })}
          trigger={<IconDots size={18} />}
          triggerClassName={buttonClass({ variant: 'quiet', shape: 'icon' })}
          sections={[
            { key: 'all', items: items.map((item) => ({ ...item, label: t(`people.action.${item.key}`) })) },
          ]}
        />
      )}
      {dialog === 'role' && <RoleModal person={person} onClose={close} />}
      {dialog === 'company' && <ChangeCompanyModal person={person} onClose={close} />}
      {(dialog === 'disable' || dialog === 'impersonate') && (
        <ConfirmModal
          isDangerous={dialog === 'disable'}
          title={t(`people.${dialog}.title`, { name })}
          text={t(`people.${dialog}.text`)}
          action={t(`people.action.${dialog}`)}
          isBusy={act.isPending}
          onConfirm={() => act.mutate(dialog)}
          onClose={close}
        />
      )}
    </li>
  )
}

type PersonAction = Dialog | 'enable' | 'verify'
