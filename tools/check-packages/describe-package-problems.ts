/** The part of package-lock.json that is checked. */
export interface LockFile {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
}

/** The part of a CycloneDX bill of materials that is checked. */
export interface BillOfMaterials {
  components: {
    'bom-ref': string
    licenses?: { expression?: string; license?: { id?: string; name?: string } }[]
    properties?: { name: string; value: string }[]
  }[]
}

const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  // Of data; names its author, which the bill of materials does.
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
]
const mayShip = new Set(permissive)
/** Development tools are not redistributed, so a copyleft or rare licence does no harm there. */
const mayDevelop = new Set([...permissive, 'MPL-2.0', 'Python-2.0'])

/** Packages whose licence is stated only in their licence file, each version reviewed by a person. */
const readByHand: Record<string, string> = {
  'png-js@2.0.0': 'MIT',
  // In its readme; comes with the charging station of the tests.
  'precond@0.2.3': 'MIT',
  'ssh2@1.17.0': 'MIT',
  'suncalc@2.0.2': 'BSD-2-Clause',
}

/** A package is verified by its hash, whichever registry the machine uses. */
export function describeLockProblems({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link }]) => {
    if (!path.includes('node_modules/') || link) return []
    return [
      ...(integrity ? [] : [`${path}: no hash in package-lock.json`]),
      ...(resolved ? [`${path}: package-lock.json names a registry: ${resolved}`] : []),
    ]
  })
}

/** Each package has a licence that allows Ohmstead to redistribute it. */
export function describeLicenceProblems({ components }: BillOfMaterials): string[] {
  return components.flatMap(({ 'bom-ref': name, licenses = [], properties = [] }) => {
    const isTool = properties.some((property) => property.name === 'cdx:npm:package:development')
    const stated = licenses
      .map(({ expression, license }) => expression ?? license?.id ?? license?.name)
      .join(' AND ')
    const licence = stated || readByHand[name]
    if (!licence) return [`${name}: states no licence; read its licence file and enter it`]
    return isAllowed(licence, isTool ? mayDevelop : mayShip) ? [] : [`${name}: licence ${licence}`]
  })
}

/** `A AND B OR C` with at most one pair of brackets around it; anything more complex needs a person. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  return expression
    .replace(/^\(([^()]*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence)))
}
