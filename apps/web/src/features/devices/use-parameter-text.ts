import { useLingui } from '@lingui/react'
import type { DeviceParameterView } from '@ohmstead/contract/devices'
import { useCallback } from 'react'
import { unknownText } from '../../shared/i18n/format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'

type Parameter = Pick<DeviceParameterView, 'unit'>

/** A value of a parameter as people read it: "10 A", "On", "solar". */
export function useParameterText(): (parameter: Parameter, value: DeviceParameterView['value']) => string {
  const t = useT()
  const { i18n } = useLingui()
  return useCallback(
    ({ unit }, value) => {
      if (value === null) return unknownText
      if (typeof value === 'boolean') return t(value ? 'charts.device.on' : 'charts.device.off')
      if (typeof value === 'string') return value
      const number = new Intl.NumberFormat(formatTag(i18n.locale), { maximumFractionDigits: 6 }).format(value)
      return unit ? `${number}\u00a0${unit}` : number
    },
    [t, i18n.locale],
  )
}
