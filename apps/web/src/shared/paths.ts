// Every address of the application, once: patterns for the router and functions for links.

export const paths = {
  home: '/',
  login: '/auth/login',
  register: '/auth/register',
  verifyEmail: '/auth/verify-email',
  awaitingVerification: '/auth/awaiting-email-verification',
  forgottenPassword: '/auth/forgotten-password',
  resetPassword: '/auth/reset-password',
  firstAdmin: '/auth/first-admin',
  tokenValidation: '/auth/token-validation',
  privacyPolicy: '/auth/privacy-policy',
  support: '/auth/support',
  overview: '/overview',
  setup: '/setup',
  setupDevices: '/setup/devices',
  setupOemDevice: '/setup/oem-device',
  setupP1Wifi: '/setup/p1-wifi',
  setupForeign: '/setup/foreign',
  setupPricing: '/setup/pricing',
  user: '/user',
  userSettings: '/user/settings',
  userInfo: '/user/info',
  userPrivacy: '/user/profile/privacy',
  changePassword: '/user/change-password',
  twoFactor: '/user/two-factor',
  passkeys: '/user/passkeys',
  providers: '/user/providers',
  sessions: '/user/sessions',
  notifications: '/user/notifications',
  operation: '/settings/global/operation',
  outbox: '/settings/global/outbox',
  software: '/settings/global/software',
  rollOut: (rollOutId: number) => `/settings/global/software/${rollOutId}`,
  integrations: '/external/integrations',
  portal: '/external/integrations/moj-elektro',
  pricing: '/pricing',
  sharing: '/sharing',
  createSharingGroup: '/sharing/create',
  sharingGroup: (sharingGroupId: number) => `/sharing/${sharingGroupId}`,
  sharingInvitation: (token: string) => `/sharing/invitations/${token}`,
  globalSettings: '/settings/global',
  globalUsers: '/settings/global/users',
  globalAuditLog: '/settings/global/audit-log',
  globalSite: '/settings/global/site',
  adminSearch: '/admin/search',
  timeOfUse: '/time-of-use',
  timePlan: (timePlanId: number) => `/time-of-use/${timePlanId}`,
  firstRun: '/settings/global/first-steps',
  globalCompany: (companyId: number) => `/settings/global/companies/${companyId}`,
  globalCompanySettings: (companyId: number | string) => `/settings/global/companies/${companyId}/overview`,
  globalCompanyGroups: (companyId: number) => `/settings/global/companies/${companyId}/location-groups`,
  globalGroupAlarmRules: (companyId: number, locationGroupId: number) =>
    `/settings/global/companies/${companyId}/location-groups/${locationGroupId}/alarm-rules`,
  globalCompanyLocations: (companyId: number) => `/settings/global/companies/${companyId}/locations`,
  globalCompanyControllers: (companyId: number) => `/settings/global/companies/${companyId}/oem-devices`,
  globalControllerStock: (companyId: number) => `/settings/global/companies/${companyId}/controller-stock`,
  globalCompanyController: (companyId: number, controllerId: number) =>
    `/settings/global/companies/${companyId}/oem-devices/${controllerId}`,
  globalLocation: (companyId: number, groupId: number, locationId: number) =>
    `/settings/global/companies/${companyId}/${groupId}/locations/${locationId}`,
  globalCompanyWebhooks: (companyId: number) => `/settings/global/companies/${companyId}/webhooks`,
  globalCompanyUsers: (companyId: number) => `/settings/global/companies/${companyId}/users`,
  integratedDevices: (companyId: number) => `/companies/${companyId}/integrated-devices`,
  group: (companyId: number, groupId: number) => `/companies/${companyId}/location-groups/${groupId}`,
  groupFleet: (companyId: number, groupId: number) =>
    `/companies/${companyId}/location-groups/${groupId}/fleet`,
  groupCharts: (companyId: number, groupId: number) =>
    `/companies/${companyId}/location-groups/${groupId}/charts`,
} as const

/** Pages of the portal integration, below `paths.portal`. */
export const portalPaths = {
  data: `${paths.portal}/data`,
  calculations: `${paths.portal}/calculations`,
  comparison: `${paths.portal}/comparison-charts`,
  battery: `${paths.portal}/battery`,
  solar: `${paths.portal}/solar`,
  offers: `${paths.portal}/offers`,
  management: `${paths.portal}/management`,
  portfolio: `${paths.portal}/management/portfolio`,
} as const

/** Pages about prices below `paths.pricing`. */
export const pricingPaths = {
  priceLists: `${paths.pricing}/price-lists`,
  createPriceList: `${paths.pricing}/price-lists/create`,
  priceList: (priceListId: number) => `${paths.pricing}/price-lists/${priceListId}`,
  plans: `${paths.pricing}/plans`,
  createPlan: `${paths.pricing}/plans/create`,
  plan: (planId: number) => `${paths.pricing}/plans/${planId}`,
  offers: `${paths.pricing}/offers`,
  spotMarket: `${paths.pricing}/spot-market`,
  networkTariffs: `${paths.pricing}/network-tariffs`,
} as const

/** The three parallel route sets of a location, most specific first. */
export const locationSets = {
  group: '/companies/$companyId/location-groups/$locationGroupId/locations/$locationId',
  company: '/companies/$companyId/locations/$locationId',
  root: '/locations/$locationId',
} as const
export type LocationSet = keyof typeof locationSets

export const groupPattern = '/companies/$companyId/location-groups/$locationGroupId'

/** Pages below a location, the same in each set. */
export const locationPages = {
  overview: '/',
  charts: '/charts',
  alarm: '/alarms/$alarmId',
  manage: '/manage',
  pricing: '/pricing',
  priceLists: '/pricing/price-lists',
  createPriceList: '/pricing/price-lists/create',
  priceList: '/pricing/price-lists/$priceListId',
  plans: '/pricing/plans',
  createPlan: '/pricing/plans/create',
  plan: '/pricing/plans/$planId',
  spotMarket: '/spot-market',
  money: '/money',
  moneyOffers: '/money/offers',
  moneyInvoice: '/money/invoice',
  moneySavings: '/money/savings',
  deviceGroup: '/device-groups/$deviceGroupId',
  device: '/device-groups/$deviceGroupId/devices/$did',
} as const

/** What a location's address is built from: the ids present determine the route set. */
export interface LocationAddress {
  companyId?: number | null
  locationGroupId?: number | null
  locationId: number
}

export function locationPrefix({ companyId, locationGroupId }: Omit<LocationAddress, 'locationId'>): string {
  if (companyId && locationGroupId) return `/companies/${companyId}/location-groups/${locationGroupId}`
  return companyId ? `/companies/${companyId}` : ''
}

/** The address of a location's page in the set that `address` is in. */
export const locationPaths = {
  overview: (address: LocationAddress) => `${locationPrefix(address)}/locations/${address.locationId}`,
  charts: (address: LocationAddress) => `${locationPaths.overview(address)}/charts`,
  alarm: (address: LocationAddress, alarmId: number) =>
    `${locationPaths.overview(address)}/alarms/${alarmId}`,
  manage: (address: LocationAddress) => `${locationPaths.overview(address)}/manage`,
  pricing: (address: LocationAddress) => `${locationPaths.overview(address)}/pricing`,
  priceLists: (address: LocationAddress) => `${locationPaths.pricing(address)}/price-lists`,
  createPriceList: (address: LocationAddress) => `${locationPaths.priceLists(address)}/create`,
  priceList: (address: LocationAddress, priceListId: number) =>
    `${locationPaths.priceLists(address)}/${priceListId}`,
  plans: (address: LocationAddress) => `${locationPaths.pricing(address)}/plans`,
  createPlan: (address: LocationAddress) => `${locationPaths.plans(address)}/create`,
  plan: (address: LocationAddress, planId: number) => `${locationPaths.plans(address)}/${planId}`,
  spotMarket: (address: LocationAddress) => `${locationPaths.overview(address)}/spot-market`,
  money: (address: LocationAddress) => `${locationPaths.overview(address)}/money`,
  moneyOffers: (address: LocationAddress) => `${locationPaths.money(address)}/offers`,
  moneyInvoice: (address: LocationAddress) => `${locationPaths.money(address)}/invoice`,
  moneySavings: (address: LocationAddress) => `${locationPaths.money(address)}/savings`,
  controllers: (address: LocationAddress) => `${locationPaths.manage(address)}/oem-devices`,
  controller: (address: LocationAddress, controllerId: number) =>
    `${locationPaths.controllers(address)}/${controllerId}`,
  mapping: (address: LocationAddress, controllerId: number) =>
    `${locationPaths.controller(address, controllerId)}/mapping`,
  manageUsers: (address: LocationAddress) => `${locationPaths.manage(address)}/users`,
  deviceGroup: (address: LocationAddress, deviceGroupId: number) =>
    `${locationPaths.overview(address)}/device-groups/${deviceGroupId}`,
  device: (address: LocationAddress, deviceGroupId: number, deviceId: number) =>
    `${locationPaths.deviceGroup(address, deviceGroupId)}/devices/${deviceId}`,
}

/** The list of controllers above one of its pages, in whichever set or frame that is shown. */
export const controllersPathOf = (pathname: string): string =>
  /^(.*?\/oem-devices)(\/|$)/.exec(pathname)?.[1] ?? pathname

/** Price lists and utility rate plans around a location in its current route set, or without one below the root. */
export function pricesPaths(address: LocationAddress | null) {
  if (!address) return pricingPaths
  return {
    priceLists: locationPaths.priceLists(address),
    createPriceList: locationPaths.createPriceList(address),
    priceList: (priceListId: number) => locationPaths.priceList(address, priceListId),
    plans: locationPaths.plans(address),
    createPlan: locationPaths.createPlan(address),
    plan: (planId: number) => locationPaths.plan(address, planId),
  }
}
