import { expect, test } from 'vitest'
import { describeProblems } from './describe-problems.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: code is what is searched here
const code = ["t('a.b.count', { count })", 't(`a.kind.${kind}`)']
const en = { 'a.b.count': '{count, plural, one {# day} other {# days}}', 'a.kind.x': 'X of {name}' }
const sl = {
  'a.b.count': '{count, plural, one {# dan} two {# dneva} few {# dnevi} other {# dni}}',
  'a.kind.x': 'X za {name}',
}

test('finds nothing if all is well', () => {
  expect(describeProblems({ en, sl }, code)).toEqual([])
})

const cases: [string, Record<string, string>, Record<string, string>, string][] = [
  ['a missing text', en, { 'a.b.count': sl['a.b.count'] }, 'sl a.kind.x: missing'],
  ['a text that English lacks', en, { ...sl, 'b.x': 'x' }, 'sl b.x: not in en'],
  ['an empty text', en, { ...sl, 'a.kind.x': ' ' }, 'sl a.kind.x: empty'],
  ['another value', en, { ...sl, 'a.kind.x': '{ime}' }, 'sl a.kind.x: names {ime} instead of {name}'],
  [
    'a lacking plural form',
    en,
    { ...sl, 'a.b.count': en['a.b.count'] },
    'sl a.b.count: the plural lacks two, few',
  ],
  [
    'a foreign plural form',
    { ...en, 'a.b.count': sl['a.b.count'] },
    sl,
    'en a.b.count: the language has no plural two, few',
  ],
  [
    'a message that cannot be read',
    en,
    { ...sl, 'a.kind.x': '{name' },
    'sl a.kind.x: not a valid message: {name',
  ],
  ['a text that no code names', { ...en, 'a.z': 'x' }, { ...sl, 'a.z': 'x' }, 'a.z: no code names it'],
  [
    'a text left in English',
    { ...en, 'a.kind.x': 'The sun is out again' },
    { ...sl, 'a.kind.x': 'The sun is out again' },
    'sl a.kind.x: still en: The sun is out again',
  ],
  [
    'a script',
    en,
    { ...sl, 'a.kind.x': 'X za {name}<img src=x onerror=alert(1)>' },
    'sl a.kind.x: holds markup, an address or a hidden character: X za {name}<img src=x onerror=alert(1)>',
  ],
  [
    'an address',
    en,
    { ...sl, 'a.kind.x': 'X za {name} https://evil.example' },
    'sl a.kind.x: holds markup, an address or a hidden character: X za {name} https://evil.example',
  ],
  [
    'a character that turns the line round',
    en,
    { ...sl, 'a.kind.x': 'X za {name}\u202e' },
    'sl a.kind.x: holds markup, an address or a hidden character: X za {name}\u202e',
  ],
  [
    'another link',
    { ...en, 'a.kind.x': 'X of <0>{name}</0>' },
    sl,
    'sl a.kind.x: other marks than in en: X za {name}',
  ],
  [
    'keys out of order',
    { 'a.kind.x': 'X of {name}', 'a.b.count': en['a.b.count'] },
    sl,
    'en a.b.count: out of alphabetical order, belongs before a.kind.x',
  ],
]

test.each(cases)('reports %s', (_, english, slovenian, problem) => {
  expect(describeProblems({ en: english, sl: slovenian }, code)).toEqual([problem])
})

test('reports a key that is used in code and missing in the catalogues', () => {
  expect(describeProblems({ en, sl }, [...code, "t('a.typo')"])).toEqual([
    'a.typo: named in the code, but no catalogue has it',
  ])
})

test('a text of the specification is used in code, unless its page is still to come', () => {
  const of = (key: string, source: string[]) => describeProblems({ en: { [key]: 'x' } }, source)
  expect(of('location.save_error', [])).toEqual(['location.save_error: no code names it'])
  expect(of('location.save_error', ["t('location.save_error')"])).toEqual([])
  expect(of('controllers.link.scanned', [])).toEqual([])
  expect(of('controllers.link.scanned', ["t('controllers.link.scanned')"])).toEqual([
    'controllers.link.scanned: a page shows it, so take it from awaitedMessages',
  ])
})
