import { lazyPage } from './lazy-page.tsx'

/** The home of whoever runs a group: the sum of its locations, and below it each of them. */
export const groupHomePage = lazyPage(async () => {
  const [{ GroupChartsPage }, { GroupLocations }] = await Promise.all([
    import('../features/charts/charts-page.tsx'),
    import('../features/location-groups/group-locations.tsx'),
  ])
  return function GroupHomePage() {
    return (
      <>
        <GroupChartsPage />
        <GroupLocations />
      </>
    )
  }
})
