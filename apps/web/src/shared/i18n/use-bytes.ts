import { formatTag } from './locale.ts'
import { useFormat } from './use-format.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Bytes in the largest decimal unit that leaves at least 1, with three figures: "1.25 GB". */
export function useBytes(): (bytes: number) => string {
  const { locale } = useFormat()
  return (bytes) => formatBytes(bytes, formatTag(locale))
}

export function formatBytes(bytes: number, tag: string): string {
  const exponent = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.abs(bytes) || 1) / 3)))
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: units[exponent],
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** exponent)
}
