import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import en from '../../../../../locales/en.json' with { type: 'json' }

// Every text that a person reads or hears comes from the catalogues. The syntax tree of each component is searched for
// words between tags, in visible or spoken attributes and properties, and in toasts.

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Words that are the same in every language, each with its reason. */
const exceptions: Record<string, string> = {
  'Moj Elektro': 'the name of a service',
  'mojelektro.si': 'its address',
  'https://': 'how every address begins',
}
/** Names and units of measure are the same in all fifteen languages. */
const isUniversal = (text: string) =>
  /^(k|M|G)?(W|Wh|V|A|VA|var|Hz)$|^(°C|h|EUR|\/kWh|EUR\/kWh|\[(EUR\/kWh|kW|kWh)\]|, €\/kWh?)$/.test(
    text.trim(),
  ) || text.trim() in exceptions

interface Node {
  type: string
  start: number
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const shownProps =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|data-tooltip|(.*[a-z])?(label|title|placeholder|heading|text|hint|caption|description|message|lead)|alt)$/i

/** The possible literal results of an expression. What a function makes of its arguments is its own matter. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    case 'JSXExpressionContainer':
      return literalsOf(node.expression)
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^(&&|\|\||\?\?|\+)$/.test(String(node.operator))
        ? [...literalsOf(node.left), ...literalsOf(node.right)]
        : []
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return literalsOf(node.expression)
    default:
      return []
  }
}

function findTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findTexts)
  if (typeof node !== 'object' || node === null) return []
  const found = isNode(node) ? shownBy(node) : []
  return [...found, ...Object.values(node).flatMap(findTexts)]
}

function shownBy(node: Node): string[] {
  // A no-break space is written as an entity.
  if (node.type === 'JSXText') return [String(node.value).replaceAll(/&\w+;/g, ' ')]
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return (node.children as Node[])
      .filter(({ type }) => type === 'JSXExpressionContainer')
      .flatMap(literalsOf)
  if (node.type === 'JSXAttribute') {
    const { name } = node.name as { name: string }
    return shownProps.test(name) ? literalsOf(node.value) : []
  }
  if (node.type === 'Property') {
    const { name = '' } = node.key as { name?: string }
    return shownProps.test(name) ? literalsOf(node.value) : []
  }
  if (node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'showToast')
    return literalsOf((node.arguments as unknown[])[0])
  return []
}

/** The words of a source that are in no catalogue. */
function findLiteralTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  return findTexts(program).filter(
    (text) => /\p{L}/u.test(text) && !(text in en) && !isUniversal(text) && !/^[a-z_]+\.[a-z_.]*$/.test(text),
  )
}

test.each([
  ['between tags', '<p>Hello</p>'],
  ['in a fragment', '<>{isOn && "On"}</>'],
  ['chosen', '<p>{a ? "Yes" : t("common.yes")}</p>'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code is what is searched here
  ['in a template', '<p>{`${count} days`}</p>'],
  ['spoken', '<button aria-label="Close" />'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code is what is searched here
  ['as a tooltip', '<button data-tooltip={`Close ${name}`} />'],
  ['in a field', '<TextField placeholder="Name" />'],
  ['of a picture', '<img alt="A house" />'],
  ['in a list of choices', '[{ value: 1, label: "One" }]'],
  ['in a toast', 'showToast("Saved.")'],
])('a text %s is found', (_, source) => {
  expect(findLiteralTexts('a.tsx', `const a = ${source}`)).toHaveLength(1)
})

test.each([
  ['a key', '<p>{t("auth.login.heading")}</p>'],
  ['a key handed on', '<Row label="auth.login.heading" />'],
  ['a sign', '<p>{a} · {b} / {c}</p>'],
  ['a unit', '<small>kWh</small>'],
  ['what is never shown', '<div className="box" data-kind="x" id="main" />'],
])('%s is no literal text', (_, source) => {
  expect(findLiteralTexts('a.tsx', `const a = ${source}`)).toEqual([])
})

test('no component has a text of its own', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // Readers see neither tests nor the benchmark's charts.
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx') && !/^(bench|testing)\//.test(name),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((name) =>
    findLiteralTexts(name, readFileSync(`${root}${name}`, 'utf8')).map((text) => `${name}: ${text.trim()}`),
  )
  expect(found).toEqual([])
})
