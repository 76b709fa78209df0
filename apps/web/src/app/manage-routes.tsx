import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { locationPages } from '../shared/paths.ts'
import { lazyPage } from './lazy-page.tsx'

const manageLayout = lazyPage(
  async () => (await import('../features/locations/manage-layout.tsx')).ManageLayout,
)
const settingsPage = lazyPage(
  async () => (await import('../features/locations/location-settings-page.tsx')).LocationSettingsPage,
)
const usersPage = lazyPage(async () => (await import('./location-users.tsx')).LocationUsers)
const deviceGroupsPage = lazyPage(
  async () => (await import('../features/device-groups/device-groups-page.tsx')).DeviceGroupsPage,
)
const controllersPage = lazyPage(
  async () => (await import('../features/controllers/controllers-page.tsx')).ControllersPage,
)
const mappingPage = lazyPage(async () => (await import('../features/mapping/mapping-page.tsx')).MappingPage)
const controllerPage = lazyPage(
  async () => (await import('../features/controllers/detail/controller-page.tsx')).ControllerPage,
)
const devicePage = lazyPage(async () => (await import('../features/devices/device-page.tsx')).DevicePage)
const auditLogPage = lazyPage(async () => (await import('../features/audit/audit-log-page.tsx')).AuditLogPage)

export const webhooksPage = lazyPage(
  async () => (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage,
)
export const alarmRulesPage = lazyPage(
  async () => (await import('../features/alarm-rules/alarm-rules-page.tsx')).AlarmRulesPage,
)

/** The pages that manage a location, below each of its route sets. */
export function createManageRoute(parent: AnyRoute): AnyRoute {
  const manage = createRoute({
    getParentRoute: () => parent,
    path: locationPages.manage,
    component: manageLayout,
  })
  return manage.addChildren(createManagePages(manage, 'oem-devices', { isContextSource: true }))
}

/** The pages themselves, and the default one. */
export function createManagePages(
  parent: AnyRoute,
  first: 'settings' | 'oem-devices',
  context: { isContextSource: true } | { keepsContext: true },
): AnyRoute[] {
  const index = createRoute({
    getParentRoute: () => parent,
    path: '/',
    beforeLoad: ({ location }) => {
      throw redirect({ to: `${location.pathname.replace(/\/$/, '')}/${first}`, replace: true })
    },
  })
  const pages = (
    [
      ['/settings', settingsPage, 'titles.location_settings'],
      ['/users', usersPage, 'titles.users'],
      ['/structure', deviceGroupsPage, 'titles.device_groups'],
      ['/oem-devices', controllersPage, 'titles.controllers'],
      ['/oem-devices/$oemDeviceId/mapping', mappingPage, 'titles.mapping'],
      ['/oem-devices/$oemDeviceId', controllerPage, 'titles.controller'],
      ['/oem-devices/$oemDeviceId/devices/$controllerDeviceId', devicePage, 'titles.device'],
      ['/alarm-rules', alarmRulesPage, 'titles.alarm_rules'],
      ['/webhooks', webhooksPage, 'titles.webhooks'],
      ['/audit-log', auditLogPage, 'titles.audit_log'],
    ] as const
  ).map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component,
      staticData: { title, ...context },
    }),
  )
  return [index, ...pages]
}
