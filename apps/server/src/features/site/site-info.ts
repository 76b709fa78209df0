import type { Queryable } from '../../platform/db/db.ts'
import { type BrandRow, findBrand, type RequestedBrand } from './brand-queries.ts'
import { findShippedBrand } from './shipped-brands.ts'
import type { Maintenance, SiteInfo } from './site-facts.ts'
import { findKeptSite } from './site-settings-queries.ts'

const defaults: SiteInfo = {
  platformName: 'Ohmstead',
  productName: 'Ohmstead',
  slogan: null,
  theme: 'default',
  favicon: null,
  logo: null,
  host: null,
  contact: { supportEmail: null },
  links: { termsAndConditions: null, privacyPolicy: null, registration: null },
}

/** The product name as somebody sees it: a super admin sees that it is a product to resell. */
export const productNameFor = ({ productName }: Pick<SiteInfo, 'productName'>, role: string | null) =>
  role === 'ROLE_SUPER_ADMIN' ? 'OEM' : productName

/** Where the browser finds an image of `brand_image`. */
export const imageAddress = (fileName: string | null) => fileName && `/api/site/images/${fileName}`

/**
 * The site: the defaults, overridden by the database settings `site` and `maintenance`, and then by the
 * requested company. Without a known brand it is the platform's.
 */
export async function getSiteInfo(
  db: Queryable,
  requestedBrand: RequestedBrand = {},
): Promise<SiteInfo & { maintenance: Maintenance }> {
  const kept = await findKeptSite(db)
  const site = {
    ...defaults,
    ...kept.site,
    platformName: kept.site?.platformName ?? defaults.platformName,
    ...findShippedBrand(requestedBrand),
    contact: { ...defaults.contact, ...kept.site?.contact },
    links: { ...defaults.links, ...kept.site?.links },
    maintenance: { isInMaintenance: false, message: null, ...kept.maintenance },
  }
  const brand = await findBrand(db, requestedBrand)
  return brand ? { ...site, ...withBrand(site, brand) } : site
}

const withBrand = (site: SiteInfo, brand: BrandRow): Partial<SiteInfo> => ({
  platformName: brand.platform_name ?? site.platformName,
  productName: brand.product_name ?? site.productName,
  slogan: brand.slogan ?? site.slogan,
  theme: brand.theme ?? site.theme,
  logo: imageAddress(brand.logo) ?? site.logo,
  favicon: imageAddress(brand.favicon) ?? site.favicon,
  contact: { supportEmail: brand.support_email ?? site.contact.supportEmail },
  links: {
    termsAndConditions: brand.terms_url ?? site.links.termsAndConditions,
    privacyPolicy: brand.privacy_policy_url ?? site.links.privacyPolicy,
    registration: brand.registration_url ?? site.links.registration,
  },
})
