import type { Words } from './document-words.ts'

/** `newSystem/2026-03-01/0` in words. */
export function nameRate(id: string, { t }: Words): string {
  const [kind = ''] = id.split('/')
  return t(`calculations.rate.${kind}`)
}
