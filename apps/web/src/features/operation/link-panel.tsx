import type { OperationView } from '@ohmstead/contract/operation'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Facts } from '../../shared/what-if/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { sumLinks } from './sum-links.ts'

/** Whether the broker is reached, and how readings come in through all processes together. */
export function LinkPanel({ processes }: { processes: OperationView['processes'] }) {
  const t = useT()
  const format = useFormat()
  const {
    broker,
    processes: count,
    connected,
    unreachable,
    storedPerSecond,
    waiting,
    isBehind,
  } = sumLinks(processes)
  if (broker === null) return null
  const isSlow = storedPerSecond < 1
  const rate = isSlow ? storedPerSecond * 60 : storedPerSecond
  const nodes =
    unreachable.length > 0
      ? `${t('operation.attention.broker_nodes')}: ${unreachable.join(', ')}`
      : t(`operation.link.${broker}`)
  return (
    <Panel id="link" heading={t('operation.link.heading')}>
      <Facts
        facts={[
          {
            key: 'broker',
            label: t('operation.link.connected'),
            value: t('jobs.panel.progress', {
              done: format.number(connected),
              total: format.number(count),
            }),
            hint: nodes,
            tone: connected < count || unreachable.length > 0 ? 'bad' : undefined,
          },
          {
            key: 'stored',
            label: t(isSlow ? 'operation.link.stored_minute' : 'operation.link.stored'),
            value: format.number(rate, rate < 10 && !Number.isInteger(rate) ? 1 : 0),
            hint: t('operation.link.stored_note'),
          },
          {
            key: 'waiting',
            label: t('operation.link.waiting'),
            value: format.number(waiting),
            hint: t('operation.link.waiting_note'),
            tone: isBehind ? 'bad' : undefined,
          },
        ]}
      />
    </Panel>
  )
}
