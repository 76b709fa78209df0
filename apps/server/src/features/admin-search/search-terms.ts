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

/** Companies are few: their names need no index. */
const ofCompany: Condition = (words) =>
  words
    .map(
      (word) =>
        sql`s.company_id in (select id from company where fold_text(name) like search_pattern(${word}::text))`,
    )
    .reduce((all, one) => sql`${all} and ${one}`)

const ofOwner = (column: string): Condition => {
  const named = inText(`o.${column}`)
  return (words, asked) => sql`s.owner_id in (select o.id from app_user o where ${named(words, asked)})`
}

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

const conditions: { [Kind in SearchKind]: Record<SearchFilter<Kind>, Condition> } = {
  users: {
    email: inText('u.email_key'),
    firstName: inText('u.first_key'),
    lastName: inText('u.last_key'),
  },
  locations: {
    locationName: inText('s.name_key'),
    companyName: ofCompany,
    email: ofOwner('email_key'),
    firstName: ofOwner('first_key'),
    lastName: ofOwner('last_key'),
  },
  controllers: {
    unitId: inText('s.unit_key'),
    locationName: inText('s.location_key'),
    companyName: ofCompany,
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

/** All filters that have a text, as one condition. */
export function buildCondition<Kind extends SearchKind>(
  kind: Kind,
  terms: SearchTerms<Kind>,
  asked: { byIndex: boolean; locale: Locale },
): Sql {
  let where = rawSql('true')
  for (const [name, condition] of Object.entries(conditions[kind]) as [SearchFilter<Kind>, Condition][]) {
    const words = searchWords(terms[name] ?? '')
    if (words.length > 0) where = sql`${where} and ${condition(words, asked)}`
  }
  return where
}
