import type { SharingGroupView } from '@ohmstead/contract/energy-sharing-groups'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import styles from './energy-sharing.module.css'
import { findGroupState } from './group-state.ts'

/** What the group waits for, in a word. */
export function StateMark({ group }: { group: SharingGroupView }) {
  const t = useT()
  const state = findGroupState(group, useToday())
  return (
    <span className={styles.state} data-state={state.kind}>
      {t(`energy_sharing.state.${state.kind}`, 'months' in state ? { count: state.months } : undefined)}
    </span>
  )
}
