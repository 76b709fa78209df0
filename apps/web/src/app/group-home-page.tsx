import { lazyPage } from './lazy-page.tsx'

/** The home of whoever runs a group: what needs a look, the sum of its locations, and below it each of them. */
export const groupHomePage = lazyPage(async () => {
  const [{ GroupChartsPage }, { GroupAttention }, { GroupLocations }] = await Promise.all([
    import('../features/charts/charts-page.tsx'),
    import('../features/location-groups/group-attention.tsx'),
    import('../features/location-groups/group-locations.tsx'),
  ])
  return function GroupHomePage() {
    return (
      <>
        <GroupChartsPage head={<GroupAttention />} />
        <GroupLocations />
      </>
    )
  }
})
