import type { DevicePageView, DeviceParameterView } from '@ohmstead/contract/devices'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatParameter } from '../../shared/parameter-name.ts'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { useNow } from '../../shared/use-now.ts'
import { useParameterText } from '../../shared/use-parameter-text.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './device-page.module.css'
import { isPending } from './device-page-query.ts'
import { ParameterModal } from './parameter-modal.tsx'

/** How long what became of a change stays beside its parameter. */
const shownMs = 10 * 60_000

interface Asked {
  name: string
  /** Already decided, by a switch. */
  value: boolean | null
}

/** What can be set on a device: each change is confirmed, and its fate shown in place. */
export function ParameterList({
  ids,
  device,
  lockedBecause,
}: {
  ids: { locationId: number; deviceId: number }
  device: DevicePageView
  /** Why nothing can be changed now. */
  lockedBecause: string | null
}) {
  const t = useT()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { parameters } = device
  const chosen = parameters.find(({ name }) => name === asked?.name)
  const isAnyWritable = parameters.some(({ rw }) => rw)
  return (
    <Panel heading={t('devices.page.parameters')}>
      {parameters.length === 0 && <p className={styles.soft}>{t('devices.page.no_parameters')}</p>}
      {lockedBecause !== null && isAnyWritable && (
        <p className={styles.notice} role="status">
          {lockedBecause}
        </p>
      )}
      <ul className={styles.parameters}>
        {parameters.map((parameter) => (
          <ParameterRow
            key={parameter.name}
            parameter={parameter}
            lockedBecause={lockedBecause}
            onChange={(value) => setAsked({ name: parameter.name, value })}
          />
        ))}
      </ul>
      {asked && chosen && (
        <ParameterModal ids={ids} parameter={chosen} decided={asked.value} onClose={() => setAsked(null)} />
      )}
    </Panel>
  )
}

function ParameterRow({
  parameter,
  lockedBecause,
  onChange,
}: {
  parameter: DeviceParameterView
  lockedBecause: string | null
  onChange: (value: boolean | null) => void
}) {
  const t = useT()
  const write = useParameterText()
  const name = formatParameter(parameter.name, t)
  const { type, rw, change } = parameter
  // What is under way is shown as if it were done; a refusal brings the old value back by itself.
  const shown = isPending(parameter) ? change!.value : parameter.value
  const isSwitch = type === 'boolean' && rw
  return (
    <li className={styles.parameter}>
      <div className={styles.what}>
        {name}
        <Limits parameter={parameter} />
        <Fate parameter={parameter} />
      </div>
      <div className={styles.control}>
        {isSwitch ? (
          <Switch
            label={write(parameter, shown)}
            checked={shown === true}
            isBusy={isPending(parameter)}
            onChange={onChange}
            {...(lockedBecause !== null && { lockedBecause })}
          />
        ) : (
          <span>{write(parameter, shown)}</span>
        )}
        {rw && !isSwitch && (
          <Button
            size="small"
            aria-label={t('devices.parameter.change_of', { name })}
            disabled={lockedBecause !== null}
            data-tooltip={lockedBecause ?? undefined}
            onClick={() => onChange(null)}
          >
            {t('devices.parameter.change')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Limits({ parameter }: { parameter: DeviceParameterView }) {
  const t = useT()
  const write = useParameterText()
  const { min, max, step, rw } = parameter
  if (!rw || min === null || max === null) return null
  const limits = t('devices.parameter.limits', {
    min: write({ unit: null }, min),
    max: write(parameter, max),
  })
  return (
    <small>
      {step === null
        ? limits
        : `${limits}, ${t('devices.parameter.steps', { step: write(parameter, step) })}`}
    </small>
  )
}

function Fate({ parameter }: { parameter: DeviceParameterView }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(1000)
  const { change } = parameter
  if (!change || (!isPending(parameter) && now - change.at > shownMs)) return null
  const hasFailed = ['failed', 'rejected', 'expired'].includes(change.state)
  const who = change.by ? ` · ${formatPersonName(change.by)}` : ''
  return (
    <small role="status" data-tone={hasFailed ? 'warning' : undefined}>
      {hasFailed && `${t('devices.parameter.failed')} `}
      {t(`devices.parameter.state.${change.state}`)}
      {change.text && `: ${change.text}`}
      {` · ${format.ago(now - change.at)}${who}`}
    </small>
  )
}
