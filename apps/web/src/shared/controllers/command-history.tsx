import type { CommandView } from '@ohmstead/contract/controllers-page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { TextTable } from '../../ui/text-table.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { type MessageKey, type Translate, useT } from '../i18n/use-t.ts'
import { formatParameter } from '../parameter-name.ts'
import { Pager } from '../people/pager.tsx'
import { formatPersonName } from '../people/person-name.ts'
import { FailedState, Skeleton } from '../states/page-states.tsx'
import { findTextWord } from '../text-word.ts'
import styles from './command-history.module.css'
import { type ControllerIds, commandsQuery } from './controller-page-query.ts'

/** What was asked of a controller, or of one of its devices: by whom, when, and what became of it. */
export function CommandHistory({
  ids,
  deviceId,
  timeZone,
}: {
  ids: ControllerIds
  deviceId: number | null
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(commandsQuery(ids, deviceId, page))
  return (
    <Panel heading={t('devices.history.heading')}>
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} radius={8} />}
      {data?.total === 0 && <p className={styles.soft}>{t('devices.history.none')}</p>}
      {data && data.total > 0 && (
        <TextTable className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('devices.history.what')}</th>
              <th scope="col">{t('devices.history.who')}</th>
              <th scope="col">{t('devices.history.when')}</th>
              <th scope="col">{t('devices.history.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {data.commands.map((command) => (
              <tr key={command.id}>
                <td>
                  <Asked command={command} showsDevice={deviceId === null} />
                </td>
                <td>{command.by ? formatPersonName(command.by) : t('devices.history.cloud')}</td>
                <td>{format.dateTime(command.created_at, timeZone)}</td>
                <td>
                  <span data-state={command.state} className={styles.state}>
                    {t(`devices.parameter.state.${command.state}`)}
                  </span>
                  {command.text && <small>{command.text}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </TextTable>
      )}
      {data && <Pager page={page} total={data.total} pageSize={data.page_size} onPage={setPage} />}
    </Panel>
  )
}

const sayings: Readonly<Record<string, MessageKey>> = {
  refresh: 'devices.history.refresh',
  'backup.create': 'devices.history.backup_create',
  'backup.restore': 'devices.history.backup_restore',
  'update.check': 'devices.history.update_check',
  'tunnel.open': 'controllers.tunnel.open',
  'tunnel.close': 'controllers.tunnel.close',
}

function Asked({ command, showsDevice }: { command: CommandView; showsDevice: boolean }) {
  const t = useT()
  const { op, args, device } = command
  const isOn = args.period === 2
  const text =
    op === 'set'
      ? `${formatParameter(String(args.param), t)}: ${formatArgument(args.value, t)}`
      : op === 'realtime'
        ? `${t('controllers.detail.realtime')}: ${t(isOn ? 'charts.device.on' : 'charts.device.off')}`
        : (sayings[op] && t(sayings[op])) || op
  return (
    <>
      {text}
      {showsDevice && device && <small>{device.name}</small>}
    </>
  )
}

function formatArgument(value: unknown, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'charts.device.on' : 'charts.device.off')
  if (typeof value === 'string') return findTextWord(value, t) ?? value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
