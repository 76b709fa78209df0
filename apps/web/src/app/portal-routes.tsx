import { type AnyRoute, createRoute, redirect, retainSearchParams } from '@tanstack/react-router'
import { paths, portalPaths } from '../shared/paths.ts'
import { selectionNames } from '../shared/portal/portal-selection-names.ts'
import { lazyPage } from './lazy-page.tsx'

const integrationsPage = lazyPage(
  async () => (await import('../features/portal/integrations-page.tsx')).IntegrationsPage,
)
const layout = lazyPage(async () => (await import('./portal-frame.ts')).loadPortalLayout())

// The portal's pages. Each has a line here and one in `features/portal/portal-tabs.tsx`.
const pages = [
  [
    portalPaths.data,
    lazyPage(async () => (await import('../features/portal/data/data-page.tsx')).DataPage),
    'titles.portal_data',
  ],
  [
    portalPaths.calculations,
    lazyPage(async () => (await import('../features/calculations/calculations-page.tsx')).CalculationsPage),
    'titles.portal_calculations',
  ],
  [
    portalPaths.comparison,
    lazyPage(
      async () => (await import('../features/calculations/comparison/comparison-page.tsx')).ComparisonPage,
    ),
    'titles.portal_comparison',
  ],
  [
    portalPaths.offers,
    lazyPage(
      async () => (await import('../features/offer-comparison/point-offers-page.tsx')).PointOffersPage,
    ),
    'titles.cheapest_offer',
  ],
  [
    portalPaths.battery,
    lazyPage(async () => (await import('../features/battery/battery-page.tsx')).BatteryPage),
    'titles.portal_battery',
  ],
  [
    portalPaths.solar,
    lazyPage(async () => (await import('../features/solar/solar-page.tsx')).SolarPage),
    'titles.portal_solar',
  ],
  [
    portalPaths.management,
    lazyPage(async () => (await import('../features/portal/management/management-page.tsx')).ManagementPage),
    'titles.portal_management',
  ],
  [
    portalPaths.portfolio,
    lazyPage(async () => (await import('../features/portfolio/portfolio-page.tsx')).PortfolioPage),
    'titles.portal_portfolio',
  ],
] as const

/** External services, for everybody who is signed in. */
export function createIntegrationRoutes(parent: AnyRoute): AnyRoute[] {
  const index = createRoute({
    getParentRoute: () => parent,
    path: paths.integrations,
    component: integrationsPage,
    staticData: { title: 'titles.integrations', keepsContext: true },
  })
  const portal = createRoute({
    getParentRoute: () => parent,
    id: 'portal',
    component: layout,
    validateSearch: (search: Record<string, unknown>) => search,
    search: { middlewares: [retainSearchParams([...selectionNames])] },
    staticData: { sidebar: 'portal' },
  })
  const bare = createRoute({
    getParentRoute: () => portal,
    path: paths.portal,
    beforeLoad: () => {
      throw redirect({ to: portalPaths.data, replace: true })
    },
  })
  const below = pages.map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => portal,
      path,
      component,
      staticData: { title, keepsContext: true },
    }),
  )
  return [index, portal.addChildren([bare, ...below])]
}
