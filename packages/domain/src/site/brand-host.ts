/** A host name in both spellings: `xn--…` as name servers know it, and as people read it. */
export interface HostName {
  ascii: string
  unicode: string
}

/** `own`: the platform's domain or below it. `lookalike`: reads like it. `private`: not a name of the public internet. */
export type BrandHostVerdict = 'ok' | 'own' | 'lookalike' | 'private'

/** Whether a company may show its brand under this host name, besides the hosts of the platform itself. */
export function judgeBrandHost(host: HostName, platformHosts: readonly HostName[]): BrandHostVerdict {
  if (privateEndings.test(host.ascii)) return 'private'
  const others = platformHosts.filter(({ ascii }) => !isAddress(ascii))
  const domains = others.map(({ ascii, unicode }) => ({
    ascii: platformDomainOf(ascii),
    unicode: platformDomainOf(unicode),
  }))
  if (platformHosts.some(({ ascii }) => ascii === host.ascii)) return 'own'
  if (domains.some((domain) => isWithin(host.ascii, domain.ascii))) return 'own'
  return domains.some((domain) => readsLike(host.unicode, domain.unicode)) ? 'lookalike' : 'ok'
}

/**
 * The domain that counts as the platform's as a whole: the last two labels of its host, or three if the second to last
 * is one under which country registries sell names (`co.uk`). No list of public suffixes: where this is too broad, as
 * with a provider of free host names, a super admin can allow a host.
 */
export function platformDomainOf(host: string): string {
  const labels = host.split('.')
  const isBelowRegistry = labels.at(-1)?.length === 2 && registryLabels.has(labels.at(-2) ?? '')
  return labels.slice(isBelowRegistry ? -3 : -2).join('.')
}

const privateEndings = /(^|\.)(localhost|local|internal|invalid|onion|arpa)$/
const registryLabels = new Set('ac co com edu gob gov gv ltd me mil ne net nom or org plc'.split(' '))

const isAddress = (host: string) => host.includes(':') || /^[\d.]+$/.test(host) || !host.includes('.')
const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** At or below what looks like the platform's domain, or the same name under another ending. */
function readsLike(host: string, domain: string): boolean {
  if (isWithin(skeletonOf(host), skeletonOf(domain))) return true
  const [name = ''] = platformDomainOf(host).split('.')
  const [own = ''] = domain.split('.')
  return name !== own && skeletonOf(name) === skeletonOf(own)
}

/** What a text looks like: no accents, and one letter for those that look the same (after UTS #39, a subset). */
function skeletonOf(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return [...plain]
    .map((character) => lookalikes[character] ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const lookalikes: Record<string, string> = Object.fromEntries(
  [
    // Cyrillic, Greek, and Latin letters without a decomposition, each after the letter it resembles.
    ['a', 'аαɑ'],
    ['b', 'ьƅ'],
    ['c', 'сϲ'],
    ['d', 'ԁđ'],
    ['e', 'еєɘ'],
    ['g', 'ɡ'],
    ['h', 'һн'],
    ['j', 'јȷ'],
    ['k', 'кκ'],
    ['l', 'i1ıіɩιӏł|'],
    ['m', 'м'],
    ['n', 'пηո'],
    ['o', '0оοօσø'],
    ['p', 'рρ'],
    ['q', 'ԛ'],
    ['r', 'гᴦ'],
    ['s', 'ѕ5'],
    ['t', 'тτ'],
    ['u', 'υս'],
    ['v', 'ѵν'],
    ['w', 'ԝшω'],
    ['x', 'хχ'],
    ['y', 'уүγ'],
    ['z', 'ᴢ'],
  ].flatMap(([letter, others]) => [...others!].map((other) => [other, letter!])),
)
