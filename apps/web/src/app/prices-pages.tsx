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
