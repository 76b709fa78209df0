import { checkText } from '../check-locales/describe-problems.ts'

/** Locale → key → text: the content of `locales/`. */
export type Catalogues = Record<string, Record<string, string>>

/** Key → locale → text: one text with all its translations. */
export type Texts = Record<string, Record<string, string>>

/** The catalogues after a change, or why it is refused: then nothing is written. */
export interface Change {
  catalogues: Catalogues
  problems: string[]
}

/** Adds new texts, each in every language. */
export function addTexts(catalogues: Catalogues, texts: Texts): Change {
  const problems = Object.entries(texts).flatMap(([key, translations]) => {
    const missing = Object.keys(catalogues).filter((locale) => translations[locale] === undefined)
    return [
      ...(isKnown(catalogues, key) ? [`${key}: exists already; \`set\` changes it`] : []),
      ...(missing.length > 0 ? [`${key}: missing in ${missing.join(', ')}`] : []),
    ]
  })
  return writeTexts(catalogues, texts, problems)
}

/** Changes existing texts, in all languages or in some. */
export function setTexts(catalogues: Catalogues, texts: Texts): Change {
  const problems = Object.keys(texts)
    .filter((key) => !isKnown(catalogues, key))
    .map((key) => `${key}: does not exist; \`add\` creates it`)
  return writeTexts(catalogues, texts, problems)
}

/** Renames a key; with a dot at the end of both, every key with this prefix. */
export function renameTexts(catalogues: Catalogues, from: string, to: string): Change {
  if (from.endsWith('.') !== to.endsWith('.'))
    return { catalogues, problems: ['A group of keys ends in a dot in both places.'] }
  const keys = matchKeys(catalogues, from)
  if (keys.length === 0) return { catalogues, problems: [`${from}: does not exist`] }
  const newName = (key: string) => (keys.includes(key) ? to + key.slice(from.length) : key)
  const problems = [
    ...checkKey(newName(keys[0]!)),
    ...keys
      .map(newName)
      .filter((key) => isKnown(catalogues, key) && !keys.includes(key))
      .map((key) => `${key}: exists already`),
  ]
  const renamed = mapCatalogues(catalogues, (entries) =>
    entries.map(([key, text]): [string, string] => [newName(key), text]),
  )
  return problems.length > 0 ? { catalogues, problems } : { catalogues: renamed, problems }
}

/** Removes a key, or with a dot at its end every key with this prefix. */
export function removeTexts(catalogues: Catalogues, name: string): Change {
  const keys = matchKeys(catalogues, name)
  if (keys.length === 0) return { catalogues, problems: [`${name}: does not exist`] }
  const rest = mapCatalogues(catalogues, (entries) => entries.filter(([key]) => !keys.includes(key)))
  return { catalogues: rest, problems: [] }
}

/** The texts of a key or a group of keys, in the format accepted by `add` and `set`. */
export function collectTexts(catalogues: Catalogues, name: string): Texts {
  const textsOf = (key: string) =>
    Object.entries(catalogues).flatMap(([locale, catalogue]) =>
      catalogue[key] === undefined ? [] : [[locale, catalogue[key]]],
    )
  return Object.fromEntries(matchKeys(catalogues, name).map((key) => [key, Object.fromEntries(textsOf(key))]))
}

function writeTexts(catalogues: Catalogues, texts: Texts, problems: string[]): Change {
  const english = (key: string) => texts[key]?.en ?? catalogues.en?.[key]
  const found = Object.entries(texts).flatMap(([key, translations]) => [
    ...checkKey(key),
    ...Object.entries(translations).flatMap(([locale, text]) =>
      catalogues[locale] ? checkText(locale, key, text, english(key)) : [`${key}: no language ${locale}`],
    ),
  ])
  if (problems.length + found.length > 0) return { catalogues, problems: [...problems, ...found] }
  const added = (locale: string) =>
    Object.entries(texts).flatMap(([key, translations]): [string, string][] =>
      translations[locale] === undefined ? [] : [[key, translations[locale]]],
    )
  return {
    catalogues: mapCatalogues(catalogues, (entries, locale) => [...entries, ...added(locale)]),
    problems: [],
  }
}

function mapCatalogues(
  catalogues: Catalogues,
  change: (entries: [string, string][], locale: string) => [string, string][],
): Catalogues {
  const changed = Object.entries(catalogues).map(([locale, catalogue]) => {
    const entries = Object.entries(Object.fromEntries(change(Object.entries(catalogue), locale)))
    return [locale, Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))]
  })
  return Object.fromEntries(changed)
}

function matchKeys(catalogues: Catalogues, name: string): string[] {
  const keys = new Set(Object.values(catalogues).flatMap((catalogue) => Object.keys(catalogue)))
  return [...keys].filter((key) => (name.endsWith('.') ? key.startsWith(name) : key === name))
}

function isKnown(catalogues: Catalogues, key: string): boolean {
  return matchKeys(catalogues, key).length > 0
}

function checkKey(key: string): string[] {
  return /^[a-z_]+(\.[A-Za-z0-9_-]+)+$/.test(key) ? [] : [`${key}: not a key such as "alarms.modal.empty"`]
}
