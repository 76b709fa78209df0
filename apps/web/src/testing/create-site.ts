import type { SiteInfo } from '../shared/site.ts'

/** A site without any settings of its own. */
export function createSite(change: Partial<SiteInfo> = {}): SiteInfo {
  const maintenance = { isInMaintenance: false, message: null }
  return {
    platformName: 'Ohmstead',
    productName: 'Ohmstead',
    slogan: null,
    theme: 'default',
    favicon: null,
    logo: null,
    host: null,
    needsFirstAdmin: false,
    analyticsUrls: [],
    contact: { supportEmail: null },
    links: { termsAndConditions: null, privacyPolicy: null, registration: null },
    status: { maintenance },
    maintenance,
    ...change,
  }
}
