import { readdirSync, readFileSync } from 'node:fs'
import type { CompanyControllerView } from '@ohmstead/contract/controllers'
import type { PriceListView } from '@ohmstead/contract/price-lists'
import { screen, within } from '@testing-library/react'
import type { FunctionComponent, ReactElement } from 'react'
import { expect, test } from 'vitest'
import en from '../../../../locales/en.json'
import { ChangeEmailModal } from '../features/account/change-email-modal.tsx'
import { DeleteAccountModal } from '../features/account/delete-account-modal.tsx'
import { RemoveCompanyModal } from '../features/company-settings/remove-company-modal.tsx'
import { ControllerOwnerModal } from '../features/controllers/company/controller-owner-modal.tsx'
import { RenameControllerModal } from '../features/controllers/detail/rename-controller-modal.tsx'
import { MakeControllersModal } from '../features/controllers/stock/make-controllers-modal.tsx'
import { DeviceGroupModal } from '../features/device-groups/device-group-modal.tsx'
import { AddPlacesModal } from '../features/energy-sharing/add-places-modal.tsx'
import { InviteMemberModal } from '../features/energy-sharing/invite-member-modal.tsx'
import { MemberModal } from '../features/energy-sharing/member-modal.tsx'
import { InviteModal } from '../features/invitations/invite-modal.tsx'
import { GroupModal } from '../features/location-groups/group-modal.tsx'
import { MoveModal } from '../features/location-groups/move-modal.tsx'
import { HandOverModal } from '../features/locations/hand-over-modal.tsx'
import { BudgetDialog } from '../features/money/budget-dialog.tsx'
import { ExchangeRateModal } from '../features/network-tariffs/exchange-rate-modal.tsx'
import { TariffModal } from '../features/network-tariffs/tariff-modal.tsx'
import { ChangeCompanyModal } from '../features/people/change-company-modal.tsx'
import { RoleModal } from '../features/people/role-modal.tsx'
import { CopyPriceListModal } from '../features/price-lists/copy-price-list-modal.tsx'
import { emptyDraft } from '../features/price-lists/price-list-draft.ts'
import { InvestmentModal } from '../features/savings/investment-modal.tsx'
import { OfferModal } from '../features/supply-offers/offer-modal.tsx'
import { BlockModal } from '../features/time-of-use/block-modal.tsx'
import { CopyDayModal } from '../features/time-of-use/copy-day-modal.tsx'
import { HoursModal } from '../features/time-of-use/hours-modal.tsx'
import { PlanModal } from '../features/time-of-use/plan-modal.tsx'
import { SeasonModal } from '../features/time-of-use/season-modal.tsx'
import { WebhookModal } from '../features/webhooks/webhook-modal.tsx'
import { CreateCompanyModal } from '../shared/companies/create-company-modal.tsx'
import { RenameDeviceModal } from '../shared/forms/rename-device-modal.tsx'
import { pricesPaths } from '../shared/paths.ts'
import { ConsumerInfoModal } from '../shared/portal/consumer-info/consumer-info-modal.tsx'
import type { PricesScope } from '../shared/pricing/prices-scope.ts'
import { ProofModal } from '../shared/session/proof-modal.tsx'
import { createController } from '../testing/create-controller.ts'
import { createMoney } from '../testing/create-money.ts'
import { createTimePlan } from '../testing/create-time-plan.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { createListedPerson } from '../testing/listed-person.ts'
import { createLocation } from '../testing/location.ts'
import { createPerson } from '../testing/person.ts'
import { createPortalDevice } from '../testing/portal-device.ts'
import { renderPage } from '../testing/render-page.tsx'
import { createSharingGroup, createSharingMember } from '../testing/sharing-group.ts'

const nothing = () => {}
const jan = createListedPerson({ actions: { assignRoles: [], disable: false, changeCompany: false } })
const controller: CompanyControllerView = {
  ...createController(),
  location: { id: 7, name: 'Home', location_group_id: 20 },
  owner: null,
}

/** Each form that opens in a window, with the label of the field it begins in. */
const timePlan = createTimePlan()
const group = createSharingGroup()
const area = { type: 'PRICING_ENERGY', seasonId: 1 } as const
const draft = emptyDraft('SI', '2026-06-10')
const priceList: PriceListView = {
  ...{ id: 5, version: 1, ...draft, name: 'Basic', companyId: null, supplyOffer: null },
  ...{ isActive: false, isInUse: false, planCount: 0, locationCount: 0, canEdit: true, updatedAt: 0 },
}
const scope: PricesScope = {
  ...{ address: null, locationId: null, countryCode: 'SI', companyId: null, needsCompany: false },
  ...{ mayCreate: true, mayAssign: false, paths: pricesPaths(null) },
}
const dialogs: [ReactElement, keyof typeof en][] = [
  [
    <ControllerOwnerModal key="" controller={controller} companyId={2} onClose={nothing} />,
    'people.list.search',
  ],
  [
    <GroupModal key="" companyId={2} groupId={20} name={null} parentName={null} onClose={nothing} />,
    'locations.settings.name',
  ],
  [
    <DeviceGroupModal key="" location={createLocation()} group={null} onClose={nothing} />,
    'locations.settings.name',
  ],
  [
    <RenameControllerModal
      key=""
      ids={{ locationId: 7, controllerId: 3 }}
      name="Controller"
      onClose={nothing}
    />,
    'locations.settings.name',
  ],
  [
    <RenameDeviceModal
      key=""
      ids={{ locationId: 7, deviceId: 5 }}
      name="Charger"
      onRenamed={async () => {}}
      onClose={nothing}
    />,
    'locations.settings.name',
  ],
  [
    <HandOverModal key="" location={createLocation()} reach="company" ownerName="Ana" onClose={nothing} />,
    'people.list.search',
  ],
  [<CreateCompanyModal key="" onClose={nothing} />, 'companies.create.name'],
  [<ChangeCompanyModal key="" person={jan} onClose={nothing} />, 'locations.settings.company'],
  [<InviteModal key="" locationId={7} onClose={nothing} />, 'auth.login.email'],
  [<RoleModal key="" person={jan} onClose={nothing} />, 'account.info.role'],
  [
    <ConsumerInfoModal key="" device={createPortalDevice()} onClose={nothing} />,
    'portal.details.consumerType',
  ],
  [<ChangeEmailModal key="" onClose={nothing} />, 'account.email.new'],
  [
    <WebhookModal key="" place={{ companyId: 2 }} onSaved={nothing} onClose={nothing} />,
    'webhooks.field.url',
  ],
  [
    <RemoveCompanyModal
      key=""
      companyId={2}
      name="Sun"
      deletion={{
        in_the_way: { locations: 0, deleted_locations: 0, stock: 0, settled_sharing: 0 },
        ...{ kept_until: null, first_locations: [] },
        takes: {
          ...{ location_groups: 0, price_lists: 0, rate_plans: 0, alarm_rules: 0 },
          ...{ webhooks: 0, sharing: 0, roll_outs: 0 },
        },
        leaves: { users: 0, administrators: 0, controllers: 0 },
      }}
      onClose={nothing}
    />,
    'company_settings.field.name',
  ],
  [<DeleteAccountModal key="" onClose={nothing} />, 'auth.login.email'],
  [
    <ProofModal key="" title="Prove it" text="" action="Go" onProof={async () => {}} onClose={nothing} />,
    'password.current',
  ],
  [<PlanModal key="" onClose={nothing} />, 'time_of_use.field.title'],
  [
    <BlockModal
      key=""
      plan={timePlan}
      block={null}
      type="PRICING_ENERGY"
      onWritten={nothing}
      onSaved={nothing}
      onClose={nothing}
    />,
    'time_of_use.field.title',
  ],
  [
    <SeasonModal
      key=""
      plan={timePlan}
      season={null}
      onWritten={nothing}
      onSaved={nothing}
      onClose={nothing}
    />,
    'time_of_use.field.title',
  ],
  [
    <HoursModal
      key=""
      plan={timePlan}
      area={area}
      blocks={timePlan.blocks}
      brush={null}
      onPaint={nothing}
      onClose={nothing}
    />,
    'time_of_use.week.brush',
  ],
  [
    <CopyDayModal key="" plan={timePlan} area={area} cells={{}} onCopied={nothing} onClose={nothing} />,
    'time_of_use.copy.from',
  ],
  [
    <CopyPriceListModal key="" scope={scope} priceList={priceList} onDone={nothing} onClose={nothing} />,
    'locations.settings.name',
  ],
  [<BudgetDialog key="" locationId={7} money={createMoney()} onClose={nothing} />, 'money.budget.amount'],
  [<ExchangeRateModal key="" rates={[]} onClose={nothing} />, 'network_tariffs.exchange.from'],
  [<TariffModal key="" tariff={null} onClose={nothing} />, 'network_tariffs.edit.operator'],
  [<AddPlacesModal key="" group={group} onClose={nothing} />, 'energy_sharing.field.first_day'],
  [<InviteMemberModal key="" group={group} onClose={nothing} />, 'auth.login.email'],
  [
    <MemberModal key="" group={group} member={createSharingMember()} onClose={nothing} />,
    'locations.settings.name',
  ],
  [
    <InvestmentModal key="" locationId={7} timeZone="Europe/Ljubljana" investment={null} onClose={nothing} />,
    'savings.field.kind',
  ],
  [<MakeControllersModal key="" companyId={2} onClose={nothing} />, 'controllers.stock.count'],
  [
    <MoveModal
      key=""
      moved={{ type: 'location', id: 7, name: 'Home', groupId: 20 }}
      groups={[{ id: 21, name: 'North', depth: 0 }]}
      onClose={nothing}
    />,
    'location_groups.move.into',
  ],
  [<OfferModal key="" offer={null} onClose={nothing} />, 'supply_offers.edit.supplier'],
]
/** They ask a question or for a value whose field has a name of its own, open one of two windows, begin with a choice, or first fetch what can be chosen. */
const otherwise = [
  'RemoveModal',
  'RemovePriceListModal',
  'PlanActions',
  'PointDialog',
  'PlanDialog',
  'AssignPlanModal',
  'ParameterModal',
  'ReplaceModal',
  'FleetPage',
  'RuleModal',
  'StartRollOutModal',
  'BulkModal',
]
const nameOf = ({ type }: ReactElement) => (type as FunctionComponent).name

function answerAll() {
  fakeApi({
    'GET /countries': () => ({ countries: [{ id: 1, code: 'SI', name: 'Slovenia' }] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /timeplans': () => ({ timePlans: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'GET /abstract-devices-all': () => ({ devices: [] }),
    'GET /companies': () => ({ companies: [] }),
    'GET /companies/:companyId/users': () => ({ users: [], total: 0, page: 1, page_size: 50 }),
    'GET /auth/second-factor': () => ({
      totp: false,
      enabled_at: null,
      recovery_codes_left: 0,
      has_password: true,
    }),
  })
}

test.each(dialogs.map(([dialog, field]) => [nameOf(dialog), dialog, field] as const))(
  '%s begins in its first field',
  async (_, dialog, field) => {
    answerAll()
    await renderPage(dialog, { person: createPerson() })
    expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByLabelText(en[field]))
  },
)

test('no form in a window is missing above', () => {
  const folder = 'apps/web/src'
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .filter(
      (source) =>
        /<(Form|Name)Modal\b/.test(source) || (/<Modal\b/.test(source) && /<form\b|<\w+Step$/m.test(source)),
    )
    .map((source) => /export function (\w+)/.exec(source)?.[1])
    .filter((name) => name !== 'FormModal' && name !== 'NameModal')
  expect(found.sort()).toEqual([...dialogs.map(([dialog]) => nameOf(dialog)), ...otherwise].sort())
})
