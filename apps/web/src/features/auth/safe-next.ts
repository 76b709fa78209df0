import { parseReturnPath } from '@ohmstead/domain/access/parse-return-path'
import { paths } from '../../shared/paths.ts'

/** Where to go after signing in: an internal page that was requested before, never another site. */
export function safeNext(next: unknown): string {
  return (typeof next === 'string' ? parseReturnPath(next) : null) ?? paths.home
}
