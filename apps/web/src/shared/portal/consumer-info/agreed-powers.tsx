import { useLingui } from '@lingui/react'
import { FigureTable } from '../../../ui/figure-table.tsx'
import textStyles from '../../../ui/text.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { formatDays } from '../../charts/format-bucket.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import type { PortalDevice } from '../portal-query.ts'
import styles from './agreed-powers.module.css'
import type { AgreedProblem, AgreedTexts } from './consumer-info-fields.ts'

type Limit = NonNullable<NonNullable<PortalDevice['consumerInfo']>['powerLimits']>[number]

const blockKeys = ['block1', 'block2', 'block3', 'block4', 'block5'] as const

/** The operator's register as it stands. */
export function AgreedPowerRegister({ limits }: { limits: readonly Limit[] }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const period = ({ dateFrom, dateTo }: Limit) =>
    dateTo.startsWith('9999')
      ? t('portal.details.from_on', { date: format.day(Date.parse(dateFrom), 'UTC') })
      : formatDays(dateFrom, dateTo, i18n.locale)
  return (
    <FigureTable isFlush>
      <caption>{t('portal.details.agreed')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('portal.details.period')}</th>
          {blockKeys.map((_, at) => (
            <th key={_} scope="col">
              {t('portal.block.short', { block: at + 1 })} <small>kW</small>
            </th>
          ))}
          <th scope="col">{t('portal.details.set_by')}</th>
        </tr>
      </thead>
      <tbody>
        {limits.map((limit) => (
          <tr
            key={`${limit.dateFrom} ${limit.enteredOn} ${limit.isValid}`}
            className={limit.isValid ? undefined : styles.replaced}
          >
            <th scope="row">
              {period(limit)} {!limit.isValid && <small>({t('portal.details.replaced')})</small>}
            </th>
            {blockKeys.map((key) => (
              <td key={key}>{format.number(limit[key], 1)}</td>
            ))}
            <td>{t(`portal.details.by.${limit.limitSetBy}`)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

/** Five custom powers, if the register is unknown. */
export function AgreedPowerFields({
  texts,
  problem,
  onChange,
}: {
  texts: AgreedTexts
  problem: AgreedProblem | null
  onChange: (texts: AgreedTexts) => void
}) {
  const t = useT()
  return (
    <fieldset className={styles.agreed}>
      <legend>{t('portal.details.agreed')}</legend>
      <div className={styles.five}>
        {blockKeys.map((key, at) => (
          <TextField
            key={key}
            name={key}
            label={t('portal.block.short', { block: at + 1 })}
            hint="kW"
            inputMode="decimal"
            autoComplete="off"
            value={texts[at]!}
            onChange={(text) => onChange(texts.with(at, text) as unknown as AgreedTexts)}
          />
        ))}
      </div>
      {problem ? (
        <p className={styles.wrong} role="alert">
          {t(`portal.details.agreed_${problem}`)}
        </p>
      ) : (
        <p className={textStyles.soft}>{t('portal.details.agreed_hint')}</p>
      )}
    </fieldset>
  )
}
