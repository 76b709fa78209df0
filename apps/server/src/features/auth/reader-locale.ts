import type { Actor } from '@ohmstead/domain/access/permission'
import { chooseLocale, type Locale } from '@ohmstead/domain/i18n/locales'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { listAcceptedLanguages } from './accepted-languages.ts'

/** The language to sort names in: the user's own, else the browser's. */
export async function findReaderLocale(
  db: Queryable,
  actor: Actor,
  request: FastifyRequest,
): Promise<Locale> {
  const user = await db.row<{ locale: string | null }>(
    sql`select locale from app_user where id = ${actor.userId}`,
  )
  return chooseLocale([user?.locale, ...listAcceptedLanguages(request.headers['accept-language'])])
}
