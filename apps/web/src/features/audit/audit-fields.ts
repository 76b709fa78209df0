import type { AuditEntryView, AuditNames } from '@ohmstead/contract/audit'
import { roles } from '@ohmstead/domain/access/role'
import type { SignInWay } from '@ohmstead/domain/audit/sign-in-ways'
import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { locationKinds } from '@ohmstead/domain/places/location-kinds'
import { themeNames } from '@ohmstead/domain/site/theme-names'
import { unknownText } from '../../shared/i18n/format.ts'
import type { MessageKey, Translate } from '../../shared/i18n/use-t.ts'

/** The fields of entries, as people know them. Other fields are shown by their own name. */
const labels: Readonly<Record<string, MessageKey>> = {
  agreedPowers: 'portal.details.agreed',
  alias: 'audit.field.alias',
  biddingZone: 'controllers.add.region',
  billingPower: 'portal.details.billingPower',
  change: 'audit.field.change',
  companyId: 'locations.settings.company',
  companyIds: 'people.role.companies',
  confirmed: 'audit.field.confirmed',
  connectionPower: 'portal.details.connectionPower',
  consumerType: 'portal.details.consumerType',
  contactEmail: 'company_settings.field.contactEmail',
  contactPhone: 'company_settings.field.contactPhone',
  control: 'people.flag.control',
  countryCode: 'controllers.add.country',
  countryId: 'controllers.add.country',
  currentLimit: 'portal.details.currentLimit',
  days: 'audit.field.days',
  defaultLocationGroupId: 'company_settings.field.defaultLocationGroupId',
  deletionDueAt: 'audit.field.deletion_due',
  deviceIds: 'location_overview.devices.heading',
  domain: 'company_settings.field.domain',
  edit: 'people.flag.edit',
  eimm: 'portal.device.eimm',
  email: 'auth.login.email',
  ended: 'audit.field.ended',
  favicon: 'company_settings.images.favicon',
  first_name: 'auth.register.first_name',
  id: 'audit.field.number',
  identifier: 'company_settings.field.identifier',
  invitationId: 'audit.field.number',
  isBackupArranged: 'first_run.task.backup',
  isInMaintenance: 'site.field.isInMaintenance',
  isThreePhase: 'portal.details.three_phase',
  keepAccess: 'audit.field.keep_access',
  kind: 'audit.field.kind',
  last_name: 'auth.register.last_name',
  latitude: 'locations.settings.latitude',
  logo: 'company_settings.images.logo',
  longitude: 'locations.settings.longitude',
  maintenanceMessage: 'site.field.maintenanceMessage',
  manageUsers: 'people.flag.manageUsers',
  minimumPower: 'calculations.document.proof.minimum',
  name: 'locations.settings.name',
  netMetering: 'portal.details.netMetering',
  ownerId: 'locations.settings.owner',
  platformName: 'company_settings.field.platformName',
  privacyPolicyUrl: 'company_settings.field.privacyPolicyUrl',
  productName: 'company_settings.field.productName',
  productionPower: 'portal.details.productionPower',
  provider: 'audit.field.provider',
  readings: 'portal.device.days',
  registrationUrl: 'company_settings.field.registrationUrl',
  role: 'account.info.role',
  secondFactorDays: 'site.field.secondFactorDays',
  senderEmail: 'company_settings.field.senderEmail',
  senderName: 'company_settings.field.senderName',
  serial: 'controllers.credentials.serial',
  slogan: 'company_settings.field.slogan',
  supportEmail: 'company_settings.field.supportEmail',
  termsUrl: 'company_settings.field.termsUrl',
  tariffsCount: 'portal.details.tariffsCount',
  theme: 'account.settings.theme',
  timeZone: 'locations.settings.timezone',
  tokens: 'portal.token.heading',
  userGroup: 'portal.details.userGroup',
  view: 'people.flag.view',
  yearlyWorkHours: 'portal.details.yearlyWorkHours',
}

const ways: Readonly<Record<SignInWay, MessageKey>> = {
  password: 'auth.login.password',
  password_code: 'audit.way.password_code',
  passkey: 'audit.way.passkey',
  provider: 'audit.way.provider',
  provider_code: 'audit.way.provider_code',
  setup_code: 'first_admin.code',
}

/** Fields whose values are fixed words, with their texts. */
const ownWords: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = {
  way: ways,
  change: {
    totp_on: 'audit.change.totp_on',
    totp_off: 'audit.change.totp_off',
    codes_renewed: 'audit.change.codes_renewed',
    code_used: 'audit.change.code_used',
    passkey_added: 'audit.change.passkey_added',
    passkey_removed: 'audit.change.passkey_removed',
    passkeys_removed: 'audit.change.passkeys_removed',
    provider_linked: 'audit.change.provider_linked',
    provider_unlinked: 'audit.change.provider_unlinked',
  },
  kind: Object.fromEntries(locationKinds.map((kind) => [kind, `locations.kind.${kind}` as const])),
  consumerType: {
    RESIDENTIAL: 'portal.details.type.RESIDENTIAL',
    INDUSTRIAL: 'portal.details.type.INDUSTRIAL',
    OTHER: 'portal.details.type.OTHER',
  },
}

/** Signing in changes nothing: the method is shown beside the person. */
export const isSignIn = ({ action }: Pick<AuditEntryView, 'action'>): boolean =>
  action === 'sign_in' || action === 'sign_in_failed'

export function fieldLabel(field: string, t: Translate): string {
  return Object.hasOwn(labels, field) ? t(labels[field]!) : field
}

/** What is needed to format a value: the language, and names by id. */
export interface EntryWords {
  t: Translate
  format: { dateTime: (instant: number) => string }
  names: AuditNames
  countryName: (code: string) => string | null
}

/** A value of an entry in words if possible, else as is. */
export function fieldValue(field: string, value: unknown, words: EntryWords): string {
  const { t, format, names, countryName } = words
  if (value === null || value === undefined || value === '') return unknownText
  if (Array.isArray(value)) return value.map((one) => fieldValue(field, one, words)).join(', ') || unknownText
  if (typeof value === 'boolean') return t(value ? 'audit.value.yes' : 'audit.value.no')
  if (field === 'deletionDueAt' && typeof value === 'number') return format.dateTime(value)
  const name = typeof value === 'number' ? names[field]?.[value] : undefined
  const country = field === 'countryCode' ? value : field === 'countryId' ? name : undefined
  if (typeof country === 'string') return countryName(country) ?? country
  if (name !== undefined) return name
  const role = roles.find((name) => name === value)
  if (role) return t(`account.role.${role}`)
  const kind = controllerKinds.find((name) => name === value)
  if (kind) return t(`controllers.kind.${kind}`)
  const theme = field === 'theme' && themeNames.find((name) => name === value)
  if (theme) return t(`theme.${theme}`)
  const known = Object.hasOwn(ownWords, field) ? ownWords[field]! : {}
  if (typeof value === 'string' && Object.hasOwn(known, value)) return t(known[value]!)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
