import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { locationPages } from '../shared/paths.ts'
import { lazyPage } from './lazy-page.tsx'

/** Price lists: below the root and below every location. */
export const priceListPages = {
  all: lazyPage(async () => (await import('../features/price-lists/price-lists-page.tsx')).PriceListsPage),
  create: lazyPage(
    async () => (await import('../features/price-lists/price-list-page.tsx')).CreatePriceListPage,
  ),
  one: lazyPage(async () => (await import('../features/price-lists/price-list-page.tsx')).PriceListPage),
}

/** Utility rate plans, likewise. */
export const ratePlanPages = {
  all: lazyPage(async () => (await import('../features/rate-plans/rate-plans-page.tsx')).RatePlansPage),
  create: lazyPage(
    async () => (await import('../features/rate-plans/rate-plan-page.tsx')).CreateRatePlanPage,
  ),
  one: lazyPage(async () => (await import('../features/rate-plans/rate-plan-page.tsx')).RatePlanPage),
}

/** Both around a location, the same in each route set. */
export function createLocationPrices(parent: AnyRoute): AnyRoute[] {
  return (
    [
      [locationPages.priceLists, priceListPages.all, 'titles.price_lists'],
      [locationPages.createPriceList, priceListPages.create, 'titles.new_price_list'],
      [locationPages.priceList, priceListPages.one, 'titles.price_list'],
      [locationPages.plans, ratePlanPages.all, 'titles.rate_plans'],
      [locationPages.createPlan, ratePlanPages.create, 'titles.new_rate_plan'],
      [locationPages.plan, ratePlanPages.one, 'titles.rate_plan'],
    ] as const
  ).map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component,
      staticData: { title, isContextSource: true },
    }),
  )
}
