import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { locationPages, paths, pricingPaths } from '../shared/paths.ts'
import { lazyPage } from './lazy-page.tsx'
import { priceListPages, ratePlanPages } from './prices-pages.tsx'
import { guard } from './route-guard.ts'

const layout = lazyPage(async () => (await import('./pricing-layout.tsx')).PricingLayout)

// The pages about prices. Each has a line here; those that are tabs also one in `pricing-layout.tsx`.
const pages = [
  [pricingPaths.priceLists, priceListPages.all, 'titles.price_lists'],
  [pricingPaths.createPriceList, priceListPages.create, 'titles.new_price_list'],
  [locationPages.priceList, priceListPages.one, 'titles.price_list'],
  [pricingPaths.plans, ratePlanPages.all, 'titles.rate_plans'],
  [pricingPaths.createPlan, ratePlanPages.create, 'titles.new_rate_plan'],
  [locationPages.plan, ratePlanPages.one, 'titles.rate_plan'],
  [
    pricingPaths.spotMarket,
    lazyPage(async () => (await import('../features/spot-market/spot-market-page.tsx')).SpotMarketPage),
    'titles.spot_market',
  ],
  [
    pricingPaths.offers,
    lazyPage(async () => (await import('../features/supply-offers/offers-page.tsx')).OffersPage),
    'titles.supply_offers',
  ],
  [
    pricingPaths.networkTariffs,
    lazyPage(
      async () => (await import('../features/network-tariffs/network-tariffs-page.tsx')).NetworkTariffsPage,
    ),
    'titles.network_tariffs',
  ],
] as const

const setupPricingPage = lazyPage(
  async () => (await import('../features/location-pricing/setup-pricing-page.tsx')).SetupPricingPage,
)

/** The way to prices for everybody who may keep some. */
export function createSetupPricingRoute(parent: AnyRoute): AnyRoute {
  const root = createRoute({
    getParentRoute: () => parent,
    id: 'setup-pricing',
    beforeLoad: guard('basic'),
    component: layout,
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: paths.setupPricing,
    component: setupPricingPage,
    staticData: { title: 'titles.setup_pricing', keepsContext: true },
  })
  return root.addChildren([page])
}

/** Prices, for everybody who is signed in; what each may change is up to the pages. */
export function createPricingRoutes(parent: AnyRoute): AnyRoute {
  const root = createRoute({
    getParentRoute: () => parent,
    id: 'pricing',
    beforeLoad: guard('signedIn'),
    component: layout,
  })
  const bare = createRoute({
    getParentRoute: () => root,
    path: paths.pricing,
    beforeLoad: () => {
      throw redirect({ to: pricingPaths.priceLists, replace: true })
    },
  })
  const below = pages.map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      staticData: { title, keepsContext: true },
    }),
  )
  return root.addChildren([bare, ...below])
}
