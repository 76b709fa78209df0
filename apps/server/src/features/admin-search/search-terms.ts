import type { SearchFilter, SearchKind } from '@ohmstead/domain/admin-search/search-filters'
import { type DeviceCategory, deviceCategories } from '@ohmstead/domain/fleet/device-category'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import { searchWords } from '../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { readPlainTexts } from '../site/translations.ts'

/** The text of each filter, empty ones included. */
export type SearchTerms<Kind extends SearchKind = SearchKind> = Partial<Record<SearchFilter<Kind>, string>>

/** How a filter is asked about a row, by an index of letters where `byIndex`. */
type Condition = (words: readonly string[], asked: { byIndex: boolean; locale: Locale }) => Sql

/** Every word is in the text. */
const inText =
  (column: string): Condition =>
  (words, { byIndex }) =>
    words
      .map((word) => {
        const contains = sql`${rawSql(column)} like search_pattern(${word}::text)`
        return byIndex
          ? sql`${rawSql(`text_grams(${column})`)} @> word_grams(${word}::text) and ${contains}`
          : contains
      })
      .reduce((all, one) => sql`${all} and ${one}`)

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const categoryNames = new Map<Locale, readonly string[]>()

/** What each kind is called in a language, in English and in the interface. To read the texts of a language takes a while. */
function namesOfCategories(locale: Locale): readonly string[] {
  let names = categoryNames.get(locale)
  if (!names) {
    const keys = deviceCategories.map((category) => `device.category.${category}` as const)
    const [own, english] = [readPlainTexts(locale, keys), readPlainTexts('en', keys)]
    names = deviceCategories.map((category, index) =>
      fold(`${own[keys[index]!]} ${english[keys[index]!]} ${category} ${category.replaceAll('_', ' ')}`),
    )
    categoryNames.set(locale, names)
  }
  return names
}

/** The kinds of device that have all these words in their names. */
function findCategories(words: readonly string[], locale: Locale): DeviceCategory[] {
  const names = namesOfCategories(locale)
  return deviceCategories.filter((_, index) => words.every((word) => names[index]!.includes(fold(word))))
}

const conditions: { [Kind in SearchKind]: Record<Exclude<SearchFilter<Kind>, 'companyName'>, Condition> } = {
  users: {
    email: inText('u.email_key'),
    firstName: inText('u.first_key'),
    lastName: inText('u.last_key'),
  },
  locations: {
    locationName: inText('s.name_key'),
    email: inText('o.email_key'),
    firstName: inText('o.first_key'),
    lastName: inText('o.last_key'),
  },
  controllers: {
    unitId: inText('s.unit_key'),
    locationName: inText('s.location_key'),
    softwareVersion: inText('s.software_key'),
    osVersion: inText('s.system_key'),
    hwVersion: inText('s.hardware_key'),
    ethernetIp: inText('s.ethernet_key'),
    wirelessIp: inText('s.wireless_key'),
    mobileIp: inText('s.mobile_key'),
    openVpnIp: inText('s.vpn_key'),
  },
  devices: {
    deviceName: inText('s.name_key'),
    deviceType: inText('s.type_key'),
    categoryName: (words, { locale }) => sql`s.category = any(${findCategories(words, locale)}::text[])`,
    controllerAlias: inText('s.alias_key'),
    controllerUnitId: inText('s.unit_key'),
  },
}

/** Of locations, what is asked about the owner. */
const ownerFilters: readonly string[] = ['email', 'firstName', 'lastName']

/** All filters that have a text, as one condition; the company is part of the scope. */
export function buildCondition<Kind extends SearchKind>(
  kind: Kind,
  terms: SearchTerms<Kind>,
  asked: { byIndex: boolean; locale: Locale },
): Sql {
  let where = rawSql('true')
  let owner: Sql | null = null
  for (const [name, condition] of Object.entries(conditions[kind]) as [SearchFilter<Kind>, Condition][]) {
    const words = searchWords(terms[name] ?? '')
    if (words.length === 0) continue
    const one = condition(words, asked)
    if (kind === 'locations' && ownerFilters.includes(name)) owner = owner ? sql`${owner} and ${one}` : one
    else where = sql`${where} and ${one}`
  }
  return owner ? sql`${where} and ${ofOwner(owner, asked.byIndex)}` : where
}

/**
 * By index all such people first, once; else the owner of each location that the other conditions leave. Neither may become a
 * join: the planner would look up each owner and work out the letters of their names.
 */
const ofOwner = (condition: Sql, byIndex: boolean): Sql =>
  byIndex
    ? sql`(s.owner_id in (select o.id from app_user o where ${condition})) is true`
    : sql`(select ${condition} from app_user o where o.id = s.owner_id)`
