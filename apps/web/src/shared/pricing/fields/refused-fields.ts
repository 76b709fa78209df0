import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import type { ApiError } from '../../../lib/api-error.ts'

const known = ['required', 'double', 'max', 'regex', 'single_line', 'range_reversed'] as const

/** What only the server refused, as messages of the fields; rules with figures are checked here already. */
export function refusedFields({ code, fields }: ApiError): Record<string, FormMessage> {
  if (code !== 'invalid_request') return {}
  return Object.fromEntries(
    Object.entries(fields).map(([path, given]) => {
      const rule = known.find((one) => one === given && one !== 'max') ?? 'regex'
      return [path, { rule, key: `validation.${rule}`, params: {} }]
    }),
  )
}
