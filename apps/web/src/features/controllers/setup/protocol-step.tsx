import type { ProtocolView } from '@ohmstead/contract/controller-setup'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { protocolsQuery } from '../../../shared/controllers/controllers-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { errorText, FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import formStyles from '../../../ui/form.module.css'
import styles from './protocol-step.module.css'

export interface ChosenProtocol {
  protocol: string
  kind: ControllerKind
}

interface ProtocolStepProps {
  error: unknown
  isBusy: boolean
  onDone: (chosen: ChosenProtocol) => void
}

/** The devices that can be connected; one press chooses. */
export function ProtocolStep({ error, isBusy, onDone }: ProtocolStepProps) {
  const t = useT()
  const protocols = useQuery(protocolsQuery)
  if (protocols.isPending) return <Skeleton height={320} radius={10} />
  if (protocols.isError)
    return <FailedState error={protocols.error} onRetry={() => void protocols.refetch()} />
  const own = {
    protocol: 'ems',
    title: t('controllers.foreign.own'),
    group: 'anything',
    controller_kind: 'CONTROLLER',
  } as const
  return (
    <section aria-label={t('controllers.foreign.which')}>
      <h2>{t('controllers.foreign.which')}</h2>
      {error !== null && (
        <p className={formStyles.error} role="alert">
          {t('controllers.add.failed')} {errorText(error, t)}
        </p>
      )}
      <ul className={styles.list}>
        {[...protocols.data, own].map((one) => (
          <li key={one.protocol}>
            <Choice one={one} isBusy={isBusy} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Choice({
  one: { protocol, title, group, controller_kind: kind },
  isBusy,
  onDone,
}: {
  one: Pick<ProtocolView, 'protocol' | 'title' | 'group' | 'controller_kind'>
} & Pick<ProtocolStepProps, 'isBusy' | 'onDone'>) {
  const t = useT()
  return (
    <button
      type="button"
      className={styles.choice}
      disabled={isBusy}
      onClick={() => onDone({ protocol, kind })}
    >
      <span>
        <strong>{title}</strong>
        <small>{t(`controllers.group.${group}`)}</small>
      </span>
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </button>
  )
}
