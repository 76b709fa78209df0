import { expect, test } from 'vitest'
import { describeLicenceProblems, describeLockProblems } from './describe-package-problems.ts'

const describeLicence = (
  expression: string,
  name = 'some@1.0.0',
  properties: { name: string; value: string }[] = [],
) => describeLicenceProblems({ components: [{ 'bom-ref': name, licenses: [{ expression }], properties }] })
const tool = [{ name: 'cdx:npm:package:development', value: 'true' }]

test.each(['MIT', 'MIT OR GPL-3.0-only', '(MIT OR CC0-1.0)', 'MIT AND OFL-1.1'])(
  '%s allows redistribution',
  (licence) => {
    expect(describeLicence(licence)).toEqual([])
  },
)

test.each([
  'GPL-3.0-only',
  'MIT AND GPL-3.0-only',
  'SEE LICENSE IN LICENSE',
  '(MIT OR ISC) AND GPL-3.0-only',
  'MPL-2.0',
])('%s does not', (licence) => {
  expect(describeLicence(licence)).toEqual([`some@1.0.0: licence ${licence}`])
})

test('a tool that is not redistributed may have a copyleft licence', () => {
  expect(describeLicence('MPL-2.0', 'some@1.0.0', tool)).toEqual([])
  expect(describeLicence('GPL-3.0-only', 'some@1.0.0', tool)).toHaveLength(1)
})

test('reads identifiers and names as npm writes them', () => {
  const bill = (license: { id?: string; name?: string }) => ({
    components: [{ 'bom-ref': 'some@1.0.0', licenses: [{ license }] }],
  })
  expect(describeLicenceProblems(bill({ id: 'ISC' }))).toEqual([])
  expect(describeLicenceProblems(bill({ name: 'Proprietary' }))).toEqual(['some@1.0.0: licence Proprietary'])
})

test('a package without a licence needs a review, for each version again', () => {
  const bill = (name: string) => ({ components: [{ 'bom-ref': name }] })
  expect(describeLicenceProblems(bill('suncalc@2.0.2'))).toEqual([])
  expect(describeLicenceProblems(bill('suncalc@2.0.3'))).toEqual([
    'suncalc@2.0.3: states no licence; read its licence file and enter it',
  ])
})

test('each package has its hash and names no registry', () => {
  const packages = {
    '': { version: '0.1.0' },
    'apps/server': { version: '0.1.0' },
    'node_modules/@ohmstead/server': { resolved: 'apps/server', link: true },
    'node_modules/good': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/good/node_modules/bare': { version: '1.0.0' },
    'node_modules/bound': { resolved: 'https://registry.example/bound.tgz', integrity: 'sha512-x' },
  }
  expect(describeLockProblems({ packages })).toEqual([
    'node_modules/good/node_modules/bare: no hash in package-lock.json',
    'node_modules/bound: package-lock.json names a registry: https://registry.example/bound.tgz',
  ])
})
