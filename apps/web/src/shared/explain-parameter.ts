import type { BrokenParameterRule, ParameterRules } from '@ohmstead/domain/fleet/check-parameter'
import type { Translate } from './i18n/use-t.ts'
import { formatParameter } from './parameter-name.ts'
import type { useParameterText } from './use-parameter-text.ts'

/** Why a typed value of a parameter cannot be sent. */
export function explainParameter(
  broken: BrokenParameterRule,
  parameter: Pick<ParameterRules, 'min' | 'max'> & { name: string; unit: string | null },
  t: Translate,
  write: ReturnType<typeof useParameterText>,
): string {
  const field = formatParameter(parameter.name, t)
  switch (broken) {
    case 'min_value':
      return t('validation.min_value', { field, min: write(parameter, parameter.min) })
    case 'max_value':
      return t('validation.max_value', { field, max: write(parameter, parameter.max) })
    case 'step':
      return t('devices.parameter.wrong_step')
    case 'double':
      return t('validation.double', { field })
    default:
      return t('validation.required', { field })
  }
}
