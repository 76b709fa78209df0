import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'
import { readSetupSearch } from '../shared/setup/setup-search.ts'
import { lazyPage } from './lazy-page.tsx'
import { guard } from './route-guard.ts'

const startPage = lazyPage(async () => (await import('../features/setup/setup-page.tsx')).SetupPage)
const devicesPage = lazyPage(
  async () => (await import('../features/setup/setup-devices-page.tsx')).SetupDevicesPage,
)
const oemDevicePage = lazyPage(
  async () => (await import('../features/setup/wizard-pages.tsx')).OemDeviceWizardPage,
)
const p1WifiPage = lazyPage(async () => (await import('../features/setup/wizard-pages.tsx')).P1WifiWizardPage)
const foreignPage = lazyPage(
  async () => (await import('../features/controllers/setup/foreign-page.tsx')).ForeignPage,
)

/** From an empty account to a location with its first readings. Pages about prices are in `pricing-routes`. */
export function createSetupRoutes(parent: AnyRoute): AnyRoute[] {
  return (
    [
      [paths.setup, startPage, 'settingUp', 'titles.setup'],
      [paths.setupDevices, devicesPage, 'belowAggregator', 'titles.setup_devices'],
      [paths.setupOemDevice, oemDevicePage, 'basic', 'titles.setup_oem_device'],
      [paths.setupP1Wifi, p1WifiPage, 'basic', 'titles.setup_p1_wifi'],
      [paths.setupForeign, foreignPage, 'basic', 'titles.setup_foreign'],
    ] as const
  ).map(([path, component, audience, title]) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      beforeLoad: guard(audience),
      component,
      validateSearch: readSetupSearch,
      staticData: { title, keepsContext: true },
    }),
  )
}
