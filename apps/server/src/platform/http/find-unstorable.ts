/**
 * The paths of texts that no database stores: a null character, or a lone surrogate. No form produces them; without
 * this check they would fail deep inside, as if the server were broken.
 */
export function findUnstorable(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [path] : []
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  return Object.entries(value).flatMap(([key, item]) => [
    ...findUnstorable(key, below(key)),
    ...findUnstorable(item, below(key)),
  ])
}
