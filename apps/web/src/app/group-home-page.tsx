import { lazyPage } from './lazy-page.tsx'

/** The home of whoever runs a group: what needs a look, the sums of its locations in energy and money, and below them each. */
export const groupHomePage = lazyPage(async () => {
  const [{ GroupChartsPage }, { GroupAttention }, { GroupMonthCosts }, { GroupLocations }] =
    await Promise.all([
      import('../features/charts/charts-page.tsx'),
      import('../features/location-groups/group-attention.tsx'),
      import('../features/location-pricing/group-month-costs.tsx'),
      import('../features/location-groups/group-locations.tsx'),
    ])
  return function GroupHomePage() {
    return (
      <>
        <GroupChartsPage head={<GroupAttention />} />
        <GroupMonthCosts />
        <GroupLocations />
      </>
    )
  }
})
