import { useLingui } from '@lingui/react'
import { IconCalculator } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { portalPaths } from '../../shared/paths.ts'
import { calculationsKey, type PortalDevice } from '../../shared/portal/portal-query.ts'
import { formatPriceText, parsePriceText } from '../../shared/portal/price-text.ts'
import { findDevice, formatDeviceName } from '../../shared/portal/use-portal-devices.ts'
import { usePortalSelection } from '../../shared/portal/use-portal-selection.ts'
import { Button } from '../../ui/button.tsx'
import { ComboboxField } from '../../ui/combobox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DaysFields } from './days-fields.tsx'
import styles from './portal-sidebar.module.css'

type Price = 'vt' | 'mt' | 'et'

/** Point and days apply at once to every page; the prices with Process, which recalculates and shows the result. */
export function SelectionForm({ devices, onDone }: { devices: readonly PortalDevice[]; onDone: () => void }) {
  const t = useT()
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  const pricesId = useId()
  const { selection, change } = usePortalSelection()
  const [typed, setTyped] = useState<Partial<Record<Price, string>>>({})
  const [left, setLeft] = useState<ReadonlySet<Price>>(new Set())
  const [areDaysRight, setDaysRight] = useState(true)
  const device = findDevice(devices, selection.deviceId)
  const tag = formatTag(i18n.locale)
  const names: readonly Price[] = device?.tariffsCount === 1 ? ['et'] : ['vt', 'mt']
  const textOf = (name: Price) => typed[name] ?? formatPriceText(selection[name], tag)
  const isValid =
    device !== null && areDaysRight && names.every((name) => parsePriceText(textOf(name)) !== null)

  const process = (event: FormEvent) => {
    event.preventDefault()
    if (!isValid) return
    const prices = Object.fromEntries(names.map((name) => [name, parsePriceText(textOf(name))]))
    setTyped({})
    // With other prices the page asks a different question, and the previous one need not be repeated.
    const isSame = names.every((name) => prices[name] === selection[name])
    void queryClient.invalidateQueries({
      queryKey: [...calculationsKey, device.id],
      refetchType: isSame ? 'active' : 'none',
    })
    change({ deviceId: device.id, ...prices }, { to: portalPaths.calculations })
    onDone()
  }
  return (
    <form className={styles.form} onSubmit={process} noValidate>
      <ComboboxField
        label={t('portal.sidebar.device')}
        value={device ? String(device.id) : ''}
        placeholder={t('portal.sidebar.choose_device')}
        openLabel={t('portal.sidebar.choose_device')}
        options={devices.map((one) => ({
          value: String(one.id),
          label: one.title ?? one.eimm,
          detail: [formatDeviceName(one), one.owner?.name].filter(Boolean).join(' · '),
        }))}
        countText={(count) => t('portal.token.devices', { count })}
        noneText={(text) => t('navigation.search.none', { text })}
        onChange={(value) => change({ deviceId: Number(value) })}
      />
      <DaysFields
        selection={selection}
        readings={device?.readings ?? null}
        onChange={change}
        onValid={setDaysRight}
      />
      <fieldset className={styles.prices} aria-describedby={pricesId}>
        <legend className="visually-hidden">{t('portal.sidebar.prices')}</legend>
        <div className={styles.pair}>
          {names.map((name) => (
            <TextField
              key={name}
              name={name}
              label={`${name.toUpperCase()} [EUR/kWh]`}
              inputMode="decimal"
              autoComplete="off"
              required
              min={0}
              value={textOf(name)}
              error={
                left.has(name) && parsePriceText(textOf(name)) === null
                  ? t(
                      textOf(name).trim() === ''
                        ? 'portal.sidebar.price_required'
                        : 'portal.sidebar.price_range',
                    )
                  : undefined
              }
              onKeyDown={(event) => (event.key === '-' || event.key === '−') && event.preventDefault()}
              onBlur={() => setLeft((now) => new Set(now).add(name))}
              onChange={(text) => setTyped((now) => ({ ...now, [name]: text }))}
            />
          ))}
        </div>
        <p id={pricesId} className={styles.hint}>
          {t('portal.sidebar.prices_hint')}
        </p>
      </fieldset>
      <Button type="submit" variant="primary" wide disabled={!isValid}>
        <IconCalculator size={18} stroke={1.6} aria-hidden />
        {t('portal.sidebar.process')}
      </Button>
    </form>
  )
}
