import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'
import { lazyPage } from './lazy-page.tsx'
import { alarmRulesPage, createManagePages, webhooksPage } from './manage-routes.tsx'
import { guard } from './route-guard.ts'

const layout = lazyPage(
  async () => (await import('../features/global-settings/global-settings-layout.tsx')).GlobalSettingsLayout,
)
const homePage = lazyPage(
  async () => (await import('../features/global-settings/global-settings-home.tsx')).GlobalSettingsHome,
)
const companySettingsPage = lazyPage(
  async () => (await import('../features/company-settings/company-settings-page.tsx')).CompanySettingsPage,
)
const groupsPage = lazyPage(
  async () => (await import('../features/location-groups/company-groups-page.tsx')).CompanyGroupsPage,
)
const locationsPage = lazyPage(
  async () => (await import('../features/location-groups/company-locations-page.tsx')).CompanyLocationsPage,
)
const controllersPage = lazyPage(
  async () =>
    (await import('../features/controllers/company/company-controllers-page.tsx')).CompanyControllersPage,
)
const controllerStockPage = lazyPage(
  async () => (await import('../features/controllers/stock/controller-stock-page.tsx')).ControllerStockPage,
)
const controllerPage = lazyPage(
  async () =>
    (await import('../features/controllers/company/company-controller-page.tsx')).CompanyControllerPage,
)
const locationLayout = lazyPage(async () => (await import('./admin-location-layout.tsx')).AdminLocationLayout)
const peoplePage = lazyPage(async () => (await import('../features/people/people-page.tsx')).PeoplePage)
const auditLogPage = lazyPage(async () => (await import('../features/audit/audit-log-page.tsx')).AuditLogPage)
const siteSettingsPage = lazyPage(
  async () => (await import('../features/site/site-settings-page.tsx')).SiteSettingsPage,
)
const firstRunPage = lazyPage(
  async () => (await import('../features/first-run/first-run-page.tsx')).FirstRunPage,
)
const timePlansPage = lazyPage(
  async () => (await import('../features/time-of-use/time-plans-page.tsx')).TimePlansPage,
)
const planEditorPage = lazyPage(
  async () => (await import('../features/time-of-use/plan-editor-page.tsx')).PlanEditorPage,
)
const operationPage = lazyPage(
  async () => (await import('../features/operation/operation-page.tsx')).OperationPage,
)
const adminSearchPage = lazyPage(
  async () => (await import('../features/admin-search/admin-search-page.tsx')).AdminSearchPage,
)
const outboxPage = lazyPage(async () => (await import('../features/outbox/outbox-page.tsx')).OutboxPage)

const softwarePage = lazyPage(
  async () => (await import('../features/updates/software-page.tsx')).SoftwarePage,
)
const rollOutPage = lazyPage(async () => (await import('../features/updates/roll-out-page.tsx')).RollOutPage)

/** Administration below `/settings/global`, for aggregators and above. */
export function createGlobalSettingsRoute(parent: AnyRoute): AnyRoute {
  const root = createRoute({
    getParentRoute: () => parent,
    id: 'global-settings',
    beforeLoad: guard('aggregator'),
    component: layout,
  })
  const company = `${paths.globalSettings}/companies/$companyId`
  const pages = (
    [
      [paths.globalSettings, homePage, 'titles.global_settings'],
      [paths.globalUsers, peoplePage, 'titles.users'],
      [paths.globalAuditLog, auditLogPage, 'titles.audit_log'],
      [paths.software, softwarePage, 'titles.software'],
      [`${paths.software}/$rollOutId`, rollOutPage, 'titles.roll_out'],
      [`${company}/overview`, companySettingsPage, 'titles.company_settings'],
      [`${company}/location-groups`, groupsPage, 'titles.location_groups'],
      [`${company}/location-groups/$locationGroupId/alarm-rules`, alarmRulesPage, 'titles.alarm_rules'],
      [`${company}/locations`, locationsPage, 'titles.locations'],
      [`${company}/oem-devices`, controllersPage, 'titles.controllers'],
      [`${company}/controller-stock`, controllerStockPage, 'titles.controller_stock'],
      [`${company}/oem-devices/$oemDeviceId`, controllerPage, 'titles.controllers'],
      [`${company}/users`, peoplePage, 'titles.users'],
      [`${company}/webhooks`, webhooksPage, 'titles.webhooks'],
    ] as const
  ).map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      staticData: { title, keepsContext: true },
    }),
  )
  const companyIndex = createRoute({
    getParentRoute: () => root,
    path: company,
    beforeLoad: ({ params }) => {
      const { companyId } = params as { companyId: string }
      throw redirect({ to: paths.globalCompanySettings(companyId), replace: true })
    },
  })
  // The same address with the word for the kind of group.
  const locationInGroups = createRoute({
    getParentRoute: () => root,
    path: `${company}/location-groups/$locationGroupId/locations/$locationId/$`,
    beforeLoad: ({ params }) => {
      const { companyId, locationGroupId, locationId, _splat } = params as Record<string, string>
      const place = `${paths.globalSettings}/companies/${companyId}/${locationGroupId}/locations/${locationId}`
      throw redirect({ to: _splat ? `${place}/${_splat}` : place, replace: true })
    },
  })
  const location = createRoute({
    getParentRoute: () => root,
    path: `${company}/$locationGroupId/locations/$locationId`,
    component: locationLayout,
  })
  const platformPages = (
    [
      [paths.firstRun, firstRunPage, 'titles.first_run'],
      [paths.operation, operationPage, 'titles.operation'],
      [paths.outbox, outboxPage, 'titles.outbox'],
      [paths.timeOfUse, timePlansPage, 'titles.time_of_use'],
      [`${paths.timeOfUse}/$timePlanId`, planEditorPage, 'titles.time_of_use'],
      [paths.globalSite, siteSettingsPage, 'titles.site_settings'],
    ] as const
  ).map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: guard('superAdmin'),
      component,
      staticData: { title, keepsContext: true },
    }),
  )
  return root.addChildren([
    ...pages,
    companyIndex,
    locationInGroups,
    location.addChildren(createManagePages(location, 'settings', { keepsContext: true })),
    ...platformPages,
  ])
}

/** Search in everything that administration sees; the bare address opens the first of its pages. */
export function createAdminSearchRoute(parent: AnyRoute): AnyRoute {
  const root = createRoute({
    getParentRoute: () => parent,
    id: 'admin-search',
    beforeLoad: guard('aggregator'),
    staticData: { sidebar: 'search' },
  })
  const index = ['/admin', paths.adminSearch].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ to: `${paths.adminSearch}/users`, replace: true })
      },
    }),
  )
  const pages = ['users', 'locations', 'oem-devices', 'devices'].map((kind) =>
    createRoute({
      getParentRoute: () => root,
      path: `${paths.adminSearch}/${kind}`,
      component: adminSearchPage,
      staticData: { title: 'titles.admin_search', keepsContext: true },
    }),
  )
  return root.addChildren([...index, ...pages])
}
