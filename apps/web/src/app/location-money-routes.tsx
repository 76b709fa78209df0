import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { locationPages } from '../shared/paths.ts'
import { lazyPage } from './lazy-page.tsx'

const layout = lazyPage(async () => (await import('./location-money-layout.tsx')).LocationMoneyLayout)

// The pages about the money of a location. Each has a line here and one in `location-money-layout.tsx`.
const pages = [
  [
    locationPages.money,
    lazyPage(async () => (await import('../features/money/costs-page.tsx')).CostsPage),
    'titles.money',
  ],
  [
    locationPages.moneyOffers,
    lazyPage(
      async () => (await import('../features/offer-comparison/cheapest-offer-page.tsx')).CheapestOfferPage,
    ),
    'titles.cheapest_offer',
  ],
  [
    locationPages.moneyInvoice,
    lazyPage(async () => (await import('../features/invoice-check/invoice-check-page.tsx')).InvoiceCheckPage),
    'titles.invoice_check',
  ],
  [
    locationPages.moneySavings,
    lazyPage(async () => (await import('../features/savings/savings-page.tsx')).SavingsPage),
    'titles.savings',
  ],
] as const

/** Money below each route set of a location. */
export function createLocationMoneyRoute(parent: AnyRoute): AnyRoute {
  const root = createRoute({ getParentRoute: () => parent, id: 'money', component: layout })
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
