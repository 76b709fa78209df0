import { expect, test } from 'vitest'
import { checkForm, checkValue, type FormRule } from './form-rules.ts'

const cases: [name: string, rule: FormRule, good: unknown[], bad: unknown[]][] = [
  ['required', { rule: 'required' }, ['a', 0, ['x'], true], ['', '   ', null, undefined, [], false]],
  [
    'email',
    { rule: 'email' },
    ['a@b.si', 'first.last+tag@sub.example.com', ' a@b.si ', ''],
    ['a', 'a@b', 'a@@b.si', 'a b@c.si', '.a@b.si', 'a..b@c.si', 'a@-b.si', `${'a'.repeat(250)}@b.si`],
  ],
  ['double', { rule: 'double' }, ['1', '1.5', '-2', '', 3.5], ['a', '1.2.3', '1 2', Number.NaN]],
  ['max_value', { rule: 'max_value', max: 10 }, ['10', '-5', 9.9], ['10.01', '11', 'x']],
  ['min_value', { rule: 'min_value', min: 0 }, ['0', '5'], ['-0.1', 'x']],
  ['min', { rule: 'min', length: 3 }, ['abc', 'ščž', ''], ['ab']],
  ['max', { rule: 'max', length: 3 }, ['abc', ''], ['abcd']],
  ['is_not', { rule: 'is_not', other: 'old' }, ['new', ''], ['old']],
  ['regex', { rule: 'regex', pattern: /^\d+$/g }, ['123', ''], ['12a']],
]

for (const [name, rule, good, bad] of cases) {
  test.each(good)(`${name} accepts %j`, (value) => expect(checkValue(value, [rule])).toBe(null))
  test.each(bad)(`${name} refuses %j`, (value) =>
    expect(checkValue(value, [rule])?.key).toBe(`validation.${name}`),
  )
}

test('numbers are read in the language of the form', () => {
  expect(checkValue('1,5', [{ rule: 'double' }, { rule: 'max_value', max: 2 }], { locale: 'sl' })).toBe(null)
  expect(checkValue('1.5', [{ rule: 'double' }], { locale: 'sl' })?.rule).toBe('double')
  expect(checkValue('1.5', [{ rule: 'double', isRead: true }], { locale: 'sl' })).toBe(null)
  expect(checkValue('1x', [{ rule: 'double', isRead: true }], { locale: 'sl' })?.rule).toBe('double')
})

test('a repeated value must equal the first', () => {
  const rules = {
    password: [{ rule: 'required' }],
    repeat: [{ rule: 'confirmed', target: 'password' }],
  } satisfies Record<string, FormRule[]>
  expect(checkForm({ password: 'a', repeat: 'a' }, rules)).toEqual({})
  expect(checkForm({ password: 'a', repeat: 'b' }, rules)).toEqual({
    repeat: { rule: 'confirmed', key: 'validation.confirmed', params: {} },
  })
})

test('a message includes the figure it names, and the first broken rule is reported', () => {
  expect(
    checkValue('ab', [
      { rule: 'min', length: 8 },
      { rule: 'regex', pattern: /\d/ },
    ]),
  ).toEqual({
    rule: 'min',
    key: 'validation.min',
    params: { length: 8 },
  })
})
