import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { locationPages } from '../shared/paths.ts'
import { lazyPage } from './lazy-page.tsx'
import { priceListPages, ratePlanPages } from './prices-pages.tsx'

const layout = lazyPage(async () => (await import('./location-pricing-layout.tsx')).LocationPricingLayout)

// The pages about the prices of a location. Each has a line here, and as a tab one in `location-pricing-layout.tsx`.
const pages = [
  [
    locationPages.pricing,
    lazyPage(
      async () =>
        (await import('../features/location-pricing/location-pricing-page.tsx')).LocationPricingPage,
    ),
    'titles.pricing',
  ],
  [locationPages.priceLists, priceListPages.all, 'titles.price_lists'],
  [locationPages.createPriceList, priceListPages.create, 'titles.new_price_list'],
  [locationPages.priceList, priceListPages.one, 'titles.price_list'],
  [locationPages.plans, ratePlanPages.all, 'titles.rate_plans'],
  [locationPages.createPlan, ratePlanPages.create, 'titles.new_rate_plan'],
  [locationPages.plan, ratePlanPages.one, 'titles.rate_plan'],
  [
    locationPages.spotMarket,
    lazyPage(
      async () =>
        (await import('../features/spot-market/location-spot-market-page.tsx')).LocationSpotMarketPage,
    ),
    'titles.spot_market',
  ],
] as const

/** Prices below each route set of a location. */
export function createLocationPricingRoute(parent: AnyRoute): AnyRoute {
  const root = createRoute({ getParentRoute: () => parent, id: 'prices', component: layout })
  const below = pages.map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      staticData: { title, isContextSource: true },
    }),
  )
  return root.addChildren(below)
}
