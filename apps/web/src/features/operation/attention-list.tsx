import type { OperationView } from '@ohmstead/contract/operation'
import type { ControllerProblem } from '@ohmstead/domain/fleet/controller-problem'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { type Attention, findAttention } from './find-attention.ts'
import styles from './operation.module.css'

/** Where the cause of each is seen: a part of this page, or the outbox with the mail server's answers. */
const causes: Record<Attention['kind'], { to: string; hash?: string; problem?: ControllerProblem }> = {
  disk_low: { to: paths.operation, hash: 'database' },
  disk: { to: paths.operation, hash: 'database' },
  silent: { to: paths.operation, hash: 'processes' },
  broker: { to: paths.operation, hash: 'link' },
  broker_nodes: { to: paths.operation, hash: 'link' },
  lost_contact: { to: paths.operation, hash: 'controllers', problem: 'late' },
  behind: { to: paths.operation, hash: 'link' },
  mails: { to: paths.outbox },
  jobs: { to: paths.operation, hash: 'work' },
  imports: { to: paths.operation, hash: 'work' },
  late: { to: paths.operation, hash: 'controllers', problem: 'late' },
  wrong_clock: { to: paths.operation, hash: 'controllers', problem: 'wrong_clock' },
}

/** What needs a look, in one place, each with the way to its cause. */
export function AttentionList({
  view,
  onProblem,
}: {
  view: OperationView
  onProblem: (problem: ControllerProblem) => void
}) {
  const t = useT()
  const format = useFormat()
  const found = findAttention(view)
  if (found.length === 0)
    return (
      <p className={styles.well}>
        <IconCircleCheck size={18} aria-hidden />
        {t('operation.attention.none')}
      </p>
    )
  return (
    <ul className={styles.attention} data-critical={found.some(({ isCritical }) => isCritical) || undefined}>
      {found.map(({ kind, count }) => {
        const { to, hash, problem } = causes[kind]
        return (
          <li key={kind}>
            <IconAlertTriangle size={18} aria-hidden />
            <Link to={to} hash={hash} onClick={() => problem && onProblem(problem)}>
              {t(`operation.attention.${kind}`)}
              {count !== null && (
                <>
                  : <strong>{format.number(count)}</strong>
                </>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
