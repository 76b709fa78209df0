export interface SiteInfo {
  platformName: string
  productName: string
  slogan: string | null
  theme: string
  favicon: string | null
  logo: string | null
  host: string | null
  contact: { supportEmail: string | null }
  links: { termsAndConditions: string | null; privacyPolicy: string | null; registration: string | null }
}

export interface Maintenance {
  isInMaintenance: boolean
  message: string | null
}
