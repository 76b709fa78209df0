import type { RequestedBrand } from './brand-queries.ts'
import type { SiteInfo } from './site-facts.ts'

type Brand = Partial<SiteInfo> & Pick<SiteInfo, 'platformName' | 'productName' | 'theme'>

/** The built-in brands, by identifier. Their pictures are drawn by `tools/draw-brand-icons.ts`. */
export const shippedBrands: Readonly<Record<string, Brand>> = {
  ohmstead: { platformName: 'Ohmstead', productName: 'Ohmstead', theme: 'default' },
  sunmere: {
    platformName: 'Sunmere',
    productName: 'Sunmere Home',
    theme: 'yellow-blue',
    logo: '/brands/sunmere/logo.svg',
    favicon: '/brands/sunmere/icon.svg',
  },
}

/** The brand requested by name, else the one named by the first label of the host, such as `sunmere.…`. */
export function findShippedBrand({ identifier, host }: RequestedBrand): Brand | null {
  const names = [identifier, host?.split('.')[0]]
  const name = names.find((wanted) => wanted !== undefined && Object.hasOwn(shippedBrands, wanted))
  return name === undefined ? null : shippedBrands[name]!
}
