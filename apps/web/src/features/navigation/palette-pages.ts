import type { CompanySummary } from '@ohmstead/contract/companies'
import type { UserView } from '@ohmstead/contract/users'
import { decide, type LocationPermission } from '@ohmstead/domain/access/permission'
import type { MessageKey } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths, paths, portalPaths, pricingPaths } from '../../shared/paths.ts'
import { actorOf, hasRole } from '../../shared/session/current-user.ts'
import { isSetUp } from '../../shared/session/is-set-up.ts'

export interface PalettePage {
  title: MessageKey
  href: string
  /** Its parent: an area, or a company by its name. */
  area?: MessageKey
  company?: string
}

const portalPages = [
  { title: 'titles.portal_data', href: portalPaths.data },
  { title: 'titles.portal_calculations', href: portalPaths.calculations },
  { title: 'titles.portal_comparison', href: portalPaths.comparison },
  { title: 'titles.cheapest_offer', href: portalPaths.offers },
  { title: 'titles.portal_battery', href: portalPaths.battery },
  { title: 'titles.portal_solar', href: portalPaths.solar },
  { title: 'titles.portal_management', href: portalPaths.management },
  { title: 'titles.portal_portfolio', href: portalPaths.portfolio },
] as const

const pricingPages = [
  { title: 'titles.price_lists', href: pricingPaths.priceLists },
  { title: 'titles.rate_plans', href: pricingPaths.plans },
  { title: 'titles.supply_offers', href: pricingPaths.offers },
  { title: 'titles.spot_market', href: pricingPaths.spotMarket },
  { title: 'titles.network_tariffs', href: pricingPaths.networkTariffs },
] as const

const userPages = [
  { title: 'titles.settings', href: paths.userSettings },
  { title: 'titles.notifications', href: paths.notifications },
  { title: 'titles.personal_information', href: paths.userInfo },
  { title: 'titles.privacy', href: paths.userPrivacy },
  { title: 'titles.change_password', href: paths.changePassword },
  { title: 'titles.two_factor', href: paths.twoFactor },
  { title: 'titles.passkeys', href: paths.passkeys },
  { title: 'titles.providers', href: paths.providers },
  { title: 'titles.sessions', href: paths.sessions },
] as const

/** The pages that the palette finds by name besides those of the current location; only what this person may open. */
export function listPages(user: UserView, companies: readonly CompanySummary[]): PalettePage[] {
  const isAggregator = hasRole(user, 'ROLE_AGGREGATOR')
  return [
    ...(isAggregator ? [{ title: 'titles.overview', href: paths.overview } as const] : addLocationPage(user)),
    { title: 'titles.integrations', href: paths.integrations },
    ...portalPages.map((page) => ({ ...page, area: 'titles.integrations' as const })),
    ...(isSetUp(user) ? pricingPages : []).map((page) => ({ ...page, area: 'titles.pricing' as const })),
    { title: 'titles.energy_sharing', href: paths.sharing },
    ...userPages,
    ...(isAggregator ? administrationPages(user, companies) : []),
  ]
}

/** The same for the current location; its company is null while unknown. */
export function listLocationPages(
  user: UserView,
  location: LocationAddress & { ownCompanyId: number | null },
): PalettePage[] {
  const { locationId, ownCompanyId } = location
  const resource = { kind: 'location', locationId, companyId: ownCompanyId ?? -1 } as const
  const may = (permission: LocationPermission) => decide(actorOf(user), permission, resource) === 'allowed'
  const manage = locationPaths.manage(location)
  return [
    { title: 'titles.location', href: locationPaths.overview(location) },
    { title: 'titles.charts', href: locationPaths.charts(location) },
    { title: 'titles.money', href: locationPaths.money(location) },
    { title: 'titles.cheapest_offer', href: locationPaths.moneyOffers(location) },
    { title: 'titles.invoice_check', href: locationPaths.moneyInvoice(location) },
    { title: 'titles.savings', href: locationPaths.moneySavings(location) },
    { title: 'titles.spot_market', href: locationPaths.spotMarket(location) },
    { title: 'titles.alarm_rules', href: `${manage}/alarm-rules` },
    { title: 'titles.controllers', href: locationPaths.controllers(location) },
    { title: 'titles.price_lists', href: locationPaths.priceLists(location) },
    { title: 'titles.rate_plans', href: locationPaths.plans(location) },
    ...(may('location.edit')
      ? ([
          { title: 'titles.location_settings', href: `${manage}/settings` },
          { title: 'titles.device_groups', href: `${manage}/structure` },
          { title: 'titles.webhooks', href: `${manage}/webhooks` },
        ] as const)
      : []),
    ...(may('location.manageUsers')
      ? ([
          { title: 'titles.users', href: locationPaths.manageUsers(location) },
          { title: 'titles.audit_log', href: `${manage}/audit-log` },
        ] as const)
      : []),
  ]
}

/** The same for the current group of locations; that of a whole company is among its pages. */
export function listGroupPages(
  user: UserView,
  { companyId, locationGroupId }: { companyId: number; locationGroupId: number },
): PalettePage[] {
  const resource = { kind: 'group', companyId, ownLocationIds: [] } as const
  return [
    { title: 'titles.charts', href: paths.groupCharts(companyId, locationGroupId) },
    { title: 'titles.locations', href: paths.groupFleet(companyId, locationGroupId) },
    ...(decide(actorOf(user), 'group.edit', resource) === 'allowed'
      ? [
          {
            title: 'titles.alarm_rules',
            href: paths.globalGroupAlarmRules(companyId, locationGroupId),
          } as const,
        ]
      : []),
  ]
}

function addLocationPage({ role }: UserView): PalettePage[] {
  const mayAdd = role === 'ROLE_USER_BASIC' || role === 'ROLE_USER_ADVANCED'
  return mayAdd ? [{ title: 'titles.setup', href: paths.setup }] : []
}

function administrationPages(user: UserView, companies: readonly CompanySummary[]): PalettePage[] {
  const ofPlatform: PalettePage[] = [
    { title: 'titles.first_run', href: paths.firstRun },
    { title: 'titles.operation', href: paths.operation },
    { title: 'titles.outbox', href: paths.outbox },
    { title: 'titles.time_of_use', href: paths.timeOfUse },
    { title: 'titles.site_settings', href: paths.globalSite },
  ]
  return [
    { title: 'titles.global_settings', href: paths.globalSettings },
    { title: 'titles.admin_search', href: paths.adminSearch },
    { title: 'titles.users', href: paths.globalUsers },
    { title: 'titles.audit_log', href: paths.globalAuditLog },
    { title: 'titles.software', href: paths.software },
    ...(hasRole(user, 'ROLE_SUPER_ADMIN') ? ofPlatform : []),
    ...companies.flatMap(({ id, name, rootGroup }): PalettePage[] => [
      { title: 'titles.locations', href: paths.groupFleet(id, rootGroup.id), company: name },
      { title: 'titles.alarm_rules', href: paths.globalGroupAlarmRules(id, rootGroup.id), company: name },
      { title: 'titles.company_settings', href: paths.globalCompanySettings(id), company: name },
      { title: 'titles.location_groups', href: paths.globalCompanyGroups(id), company: name },
      { title: 'titles.controllers', href: paths.globalCompanyControllers(id), company: name },
      { title: 'titles.integrated_devices', href: paths.integratedDevices(id), company: name },
      { title: 'titles.controller_stock', href: paths.globalControllerStock(id), company: name },
      { title: 'titles.users', href: paths.globalCompanyUsers(id), company: name },
      { title: 'titles.webhooks', href: paths.globalCompanyWebhooks(id), company: name },
    ]),
  ]
}
