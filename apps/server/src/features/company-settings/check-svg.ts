import { createDrawnCounter } from './count-drawn.ts'

// A logo is drawn with shapes, text and gradients. Only these elements are allowed: nothing that runs, loads,
// links, animates or embeds another language.
const elements = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop
  clipPath mask pattern symbol use marker style filter feBlend feColorMatrix feComponentTransfer feComposite feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset`.split(/\s+/),
)
const prefixed = new Set(['xml:space', 'xml:lang', 'xmlns:xlink', 'xlink:href'])
const namespaces = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'])

const token =
  /<(\/?)([A-Za-z][A-Za-z0-9:._-]*)((?:\s+[A-Za-z_][A-Za-z0-9:._-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<!--(?:(?!--)[\s\S])*-->|([^<]+)/y
const attribute = /([A-Za-z_][A-Za-z0-9:._-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Whether this text is an SVG that may be shown: well-formed, of known elements, without a document type, a script, an
 * event handler or a reference to anything outside itself, and quick to draw. Doubtful files are refused,
 * never repaired.
 */
export function isHarmlessSvg(text: string): boolean {
  const body = text.replace(/^\uFEFF/, '').replace(/^<\?xml\s[^<>]*\?>/, '')
  const open: string[] = []
  const drawn = createDrawnCounter()
  let hasRoot = false
  token.lastIndex = 0
  while (token.lastIndex < body.length) {
    const match = token.exec(body)
    if (!match) return false
    const [, closing, name, attributes = '', empty, content] = match
    if (content !== undefined) {
      if (!isHarmlessText(content, open.at(-1))) return false
    } else if (closing) {
      if (attributes || empty || open.pop() !== name) return false
      drawn.close()
    } else if (name !== undefined) {
      if (open.length === 0 && (hasRoot || name !== 'svg')) return false
      if (!elements.has(name) || !areHarmless(attributes)) return false
      hasRoot = true
      drawn.open(attributes)
      if (empty) drawn.close()
      else open.push(name)
    }
  }
  return hasRoot && open.length === 0 && !drawn.isTooMuch()
}

function isHarmlessText(content: string, parent: string | undefined): boolean {
  if (parent === undefined) return content.trim() === ''
  if (!hasPlainEntities(content)) return false
  return parent !== 'style' || isHarmlessStyle(content)
}

function areHarmless(attributes: string): boolean {
  const seen = new Set<string>()
  for (const [, name = '', double, single] of attributes.matchAll(attribute)) {
    const value = (double ?? single ?? '').trim()
    if (seen.has(name) || /^on/i.test(name) || !hasPlainEntities(value)) return false
    seen.add(name)
    if (name.includes(':') && !prefixed.has(name)) return false
    if (/^xmlns/.test(name)) {
      if (!namespaces.has(value)) return false
    } else if (/href$/i.test(name)) {
      if (!/^#[\w.-]+$/.test(value)) return false
    } else if (!isHarmlessStyle(value)) return false
  }
  return true
}

/** Numeric character references could spell forbidden words, so only the five plain entities are allowed. */
const hasPlainEntities = (text: string) => !/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)

/** No rule that loads, no escape that hides one; a `url` points inside. Also applied to every other value. */
function isHarmlessStyle(text: string): boolean {
  if (/[\\@]|\/\*|expression|script\s*:|data\s*:|image-set|-moz-binding|behavior/i.test(text)) return false
  return [...text.matchAll(/url\s*\(([^)]*)\)?/gi)].every(([, target = '']) =>
    /^\s*["']?#[\w.-]+["']?\s*$/.test(target),
  )
}
