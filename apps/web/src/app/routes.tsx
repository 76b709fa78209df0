import './page-meta.ts'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  notFound,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { keptInAuth, readAuthSearch } from '../features/auth/auth-search.ts'
import { companiesQuery } from '../shared/companies/companies-query.ts'
import { groupPattern, locationPages, locationSets, paths } from '../shared/paths.ts'
import { queryClient } from '../shared/query-client.ts'
import { getUser } from '../shared/session/current-user.ts'
import { NotFoundPage } from '../shared/states/not-found-page.tsx'
import { createAdminSearchRoute, createGlobalSettingsRoute } from './admin-routes.tsx'
import { findHome, findStrangersHome } from './find-home.ts'
import { groupHomePage } from './group-home-page.tsx'
import { firstPage, type LazyPage, lazyPage } from './lazy-page.tsx'
import { LocationLayout } from './location-layout.tsx'
import { createLocationMoneyRoute } from './location-money-routes.tsx'
import { createLocationPricingRoute } from './location-pricing-routes.tsx'
import { MainLayout } from './main-layout.tsx'
import { createManageRoute } from './manage-routes.tsx'
import { createIntegrationRoutes } from './portal-routes.tsx'
import { createPricingRoutes, createSetupPricingRoute } from './pricing-routes.tsx'
import { RootLayout } from './root-layout.tsx'
import { findConfirmation, guard } from './route-guard.ts'
import { createSetupRoutes } from './setup-routes.tsx'
import { createSharingRoutes } from './sharing-routes.tsx'

// The pages, each loaded on demand.
const authLayout = firstPage(async () => (await import('../features/auth/auth-layout.tsx')).AuthLayout)
const loginPage = firstPage(async () => (await import('../features/auth/login-page.tsx')).LoginPage)
const registerPage = lazyPage(async () => (await import('../features/auth/register-page.tsx')).RegisterPage)
const verifyEmailPage = lazyPage(
  async () => (await import('../features/auth/verify-email-page.tsx')).VerifyEmailPage,
)
const awaitingVerificationPage = lazyPage(
  async () => (await import('../features/auth/awaiting-verification-page.tsx')).AwaitingVerificationPage,
)
const forgottenPasswordPage = lazyPage(
  async () => (await import('../features/auth/forgotten-password-page.tsx')).ForgottenPasswordPage,
)
const resetPasswordPage = lazyPage(
  async () => (await import('../features/auth/reset-password-page.tsx')).ResetPasswordPage,
)
const firstAdminPage = lazyPage(
  async () => (await import('../features/first-admin/first-admin-page.tsx')).FirstAdminPage,
)
const tokenValidationPage = lazyPage(
  async () => (await import('../features/auth/token-validation-page.tsx')).TokenValidationPage,
)
const privacyPolicyPage = lazyPage(
  async () => (await import('../features/auth/privacy-policy-page.tsx')).PrivacyPolicyPage,
)
const supportPage = lazyPage(async () => (await import('../features/auth/support-page.tsx')).SupportPage)
const overviewPage = lazyPage(
  async () => (await import('../features/companies/company-picker-page.tsx')).CompanyPickerPage,
)
const userLayout = lazyPage(async () => (await import('../features/account/user-layout.tsx')).UserLayout)
const settingsPage = lazyPage(
  async () => (await import('../features/account/settings-page.tsx')).SettingsPage,
)
const notificationsPage = lazyPage(
  async () => (await import('../features/notices/notifications-page.tsx')).NotificationsPage,
)
const infoPage = lazyPage(async () => (await import('../features/account/info-page.tsx')).InfoPage)
const privacyPage = lazyPage(async () => (await import('../features/account/privacy-page.tsx')).PrivacyPage)
const changePasswordPage = lazyPage(
  async () => (await import('../features/account/change-password-page.tsx')).ChangePasswordPage,
)
const twoFactorPage = lazyPage(
  async () => (await import('../features/account/two-factor-page.tsx')).TwoFactorPage,
)
const passkeysPage = lazyPage(
  async () => (await import('../features/account/passkeys-page.tsx')).PasskeysPage,
)
const providersPage = lazyPage(
  async () => (await import('../features/account/providers-page.tsx')).ProvidersPage,
)
const sessionsPage = lazyPage(
  async () => (await import('../features/account/sessions-page.tsx')).SessionsPage,
)
const locationOverviewPage = firstPage(
  async () => (await import('../features/location-overview/location-overview-page.tsx')).LocationOverviewPage,
)
const locationChartsPage = lazyPage(
  async () => (await import('../features/charts/charts-page.tsx')).LocationChartsPage,
)
const deviceGroupPage = lazyPage(
  async () => (await import('../features/charts/charts-page.tsx')).DeviceGroupPage,
)
const devicePage = lazyPage(async () => (await import('../features/charts/charts-page.tsx')).DevicePage)

const fleetPage = lazyPage(async () => (await import('../features/location-groups/fleet-page.tsx')).FleetPage)
const alarmPage = lazyPage(async () => (await import('../features/alarms/alarm-page.tsx')).AlarmPage)

const integratedDevicesPage = lazyPage(
  async () => (await import('../features/devices/integrated-devices-page.tsx')).IntegratedDevicesPage,
)

const rootRoute = createRootRouteWithContext<object>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'auth',
  component: authLayout,
  validateSearch: readAuthSearch,
  search: { middlewares: [retainSearchParams([...keptInAuth])] },
})

/** Pages without sign-in; signed-in users are redirected home from those that would be pointless. */
const authRoutes = (
  [
    [paths.login, loginPage, 'titles.login'],
    [paths.register, registerPage, 'titles.register'],
    [paths.verifyEmail, verifyEmailPage, 'titles.verify_email'],
    [paths.awaitingVerification, awaitingVerificationPage, 'titles.awaiting_verification'],
    [paths.forgottenPassword, forgottenPasswordPage, 'titles.forgotten_password'],
    [paths.resetPassword, resetPasswordPage, 'titles.reset_password'],
    [paths.firstAdmin, firstAdminPage, 'titles.first_admin'],
    [paths.tokenValidation, tokenValidationPage, 'titles.token_validation'],
    [paths.privacyPolicy, privacyPolicyPage, 'titles.privacy_policy'],
    [paths.support, supportPage, 'titles.support'],
  ] as const
).map(([path, component, title]) =>
  createRoute({
    getParentRoute: () => authRoute,
    path,
    beforeLoad: guard('public'),
    component,
    staticData: { title },
  }),
)

const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  beforeLoad: guard('signedIn'),
  component: MainLayout,
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.home,
  beforeLoad: async ({ search }) => {
    const user = getUser()
    throw redirect({
      to: user ? await findHome(user) : await findStrangersHome(),
      search: findConfirmation(search),
      replace: true,
    })
  },
})

const overviewRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: paths.overview,
  beforeLoad: guard('aggregator'),
  component: overviewPage,
  staticData: { title: 'titles.overview' },
})

const userRoute = createRoute({ getParentRoute: () => mainRoute, id: 'user', component: userLayout })

const userRoutes = [
  createRoute({
    getParentRoute: () => userRoute,
    path: paths.user,
    beforeLoad: () => {
      throw redirect({ to: paths.userSettings, replace: true })
    },
  }),
  ...(
    [
      [paths.userSettings, settingsPage, 'titles.settings'],
      [paths.notifications, notificationsPage, 'titles.notifications'],
      [paths.userInfo, infoPage, 'titles.personal_information'],
      [paths.userPrivacy, privacyPage, 'titles.privacy'],
      [paths.changePassword, changePasswordPage, 'titles.change_password'],
      [paths.twoFactor, twoFactorPage, 'titles.two_factor'],
      [paths.passkeys, passkeysPage, 'titles.passkeys'],
      [paths.providers, providersPage, 'titles.providers'],
      [paths.sessions, sessionsPage, 'titles.sessions'],
    ] as const
  ).map(([path, component, title]) =>
    createRoute({
      getParentRoute: () => userRoute,
      path,
      component,
      staticData: { title, keepsContext: true },
    }),
  ),
]

/** A company and its root group are the same place, with one page. */
const companyRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/companies/$companyId',
  beforeLoad: async ({ params }) => {
    const companies = await queryClient.ensureQueryData(companiesQuery)
    const company = companies.find(({ id }) => String(id) === params.companyId)
    if (!company) throw notFound()
    throw redirect({ to: paths.group(company.id, company.rootGroup.id), replace: true })
  },
})

const integratedDevicesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/companies/$companyId/integrated-devices',
  beforeLoad: guard('aggregator'),
  component: integratedDevicesPage,
  staticData: { title: 'titles.integrated_devices', keepsContext: true },
})

const groupRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: groupPattern,
  beforeLoad: ({ params, location }) => {
    if (/\/location-groups\/[^/]+\/?$/.test(location.pathname)) {
      throw redirect({
        to: paths.groupCharts(Number(params.companyId), Number(params.locationGroupId)),
        replace: true,
      })
    }
  },
})

const groupChartsRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: locationPages.charts,
  component: groupHomePage,
  staticData: { title: 'titles.charts', isContextSource: true },
})

const groupFleetRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: '/fleet',
  component: fleetPage,
  staticData: { title: 'titles.locations', isContextSource: true },
})

/** The same pages in each of the three route sets. */
function locationRoutes(pattern: string): AnyRoute {
  const parent = createRoute({ getParentRoute: () => mainRoute, path: pattern, component: LocationLayout })
  const page = (
    path: string,
    component: LazyPage,
    title: 'titles.location' | 'titles.alarm' | 'titles.charts' | 'titles.device_group' | 'titles.device',
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component,
      staticData: { title, isContextSource: true },
    })
  return parent.addChildren([
    page(locationPages.overview, locationOverviewPage, 'titles.location'),
    page(locationPages.charts, locationChartsPage, 'titles.charts'),
    page(locationPages.alarm, alarmPage, 'titles.alarm'),
    page(locationPages.deviceGroup, deviceGroupPage, 'titles.device_group'),
    page(locationPages.device, devicePage, 'titles.device'),
    createManageRoute(parent),
    createLocationPricingRoute(parent),
    createLocationMoneyRoute(parent),
  ])
}

export const routeTree = rootRoute.addChildren([
  homeRoute,
  authRoute.addChildren(authRoutes),
  mainRoute.addChildren([
    overviewRoute,
    ...createSetupRoutes(mainRoute),
    createSetupPricingRoute(mainRoute),
    userRoute.addChildren(userRoutes),
    createGlobalSettingsRoute(mainRoute),
    createAdminSearchRoute(mainRoute),
    ...createIntegrationRoutes(mainRoute),
    createPricingRoutes(mainRoute),
    ...createSharingRoutes(mainRoute),
    companyRoute,
    integratedDevicesRoute,
    groupRoute.addChildren([groupChartsRoute, groupFleetRoute]),
    ...Object.values(locationSets).map(locationRoutes),
  ]),
])
