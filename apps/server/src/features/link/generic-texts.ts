import { type GenericKind, genericKinds, isGenericText } from '@ohmstead/domain/fleet/generic-name'
import { chooseLocale, type Locale, supportedLocales } from '@ohmstead/domain/i18n/locales'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { readPlainTexts } from '../site/translations.ts'

const read = new Map<Locale, Record<GenericKind, string>>()

/** What devices without a name of their own are called in a language. */
export function getGenericTexts(locale: Locale): Record<GenericKind, string> {
  const known = read.get(locale)
  if (known) return known
  const keyOf = (kind: GenericKind) => `device.generic.${kind}` as const
  const texts = readPlainTexts(locale, genericKinds.map(keyOf))
  const byKind = Object.fromEntries(genericKinds.map((kind) => [kind, texts[keyOf(kind)]]))
  read.set(locale, byKind as Record<GenericKind, string>)
  return read.get(locale)!
}

/** Whether we named a device so, in whichever language its owner had then. */
export const isGenericNameOfUs = (text: string, kind: GenericKind) =>
  supportedLocales.some((locale) => isGenericText(text, kind, getGenericTexts(locale)))

/** The language of a location's owner; as of mails, the default if there is none, or it is not known. */
export async function findOwnerLocale(db: Queryable, locationId: number): Promise<Locale> {
  const row = await db.row<{ locale: string | null }>(
    sql`select u.locale from location l join app_user u on u.id = l.owner_id where l.id = ${locationId}`,
  )
  return chooseLocale([row?.locale])
}
