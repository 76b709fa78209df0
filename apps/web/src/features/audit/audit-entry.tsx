import type { AuditEntryView, AuditNames } from '@ohmstead/contract/audit'
import { useCountryNames } from '../../shared/i18n/use-country-names.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { TextTable } from '../../ui/text-table.tsx'
import { fieldLabel, fieldValue, isSignIn } from './audit-fields.ts'
import styles from './audit-log.module.css'

/** What happened, who did it to whom, and the values before and after. */
export function AuditEntry({ entry, names }: { entry: AuditEntryView; names: AuditNames }) {
  const t = useT()
  const format = useFormat()
  const countryName = useCountryNames()
  const words = { t, format, names, countryName }
  const { actor, impersonator, user, before, after } = entry
  const nameOf = (who: NonNullable<AuditEntryView['actor']>) =>
    who.name || who.email || t('audit.entry.gone', { id: who.id })
  const by = actor ? nameOf(actor) : t('audit.entry.system')
  const places = [entry.company, entry.location, entry.controller]
    .filter((place) => place !== null)
    .map((place) => place.name ?? t('audit.entry.gone', { id: place.id }))
  const facts = [
    impersonator ? t('audit.entry.by_as', { name: nameOf(impersonator), other: by }) : by,
    user && user.id !== actor?.id && t('audit.entry.for', { name: nameOf(user) }),
    ...places,
    ...(isSignIn(entry)
      ? Object.entries(after ?? {}).map(([field, value]) => fieldValue(field, value, words))
      : []),
    entry.address,
  ].filter(Boolean)
  const fields = isSignIn(entry)
    ? []
    : [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <h2>{t(`audit.action.${entry.action}`)}</h2>
        <time dateTime={new Date(entry.at).toISOString()}>{format.dateTime(entry.at)}</time>
      </div>
      <p className={styles.soft}>{facts.join(' · ')}</p>
      {fields.length > 0 && (
        <details className={styles.changes}>
          <summary>{t('audit.entry.changes', { count: fields.length })}</summary>
          <TextTable className={styles.fixed}>
            <thead>
              <tr>
                <th scope="col">{t('audit.entry.field')}</th>
                <th scope="col">{t('audit.entry.before')}</th>
                <th scope="col">{t('audit.entry.after')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">{fieldLabel(field, t)}</th>
                  <td>{fieldValue(field, before?.[field], words)}</td>
                  <td>{fieldValue(field, after?.[field], words)}</td>
                </tr>
              ))}
            </tbody>
          </TextTable>
        </details>
      )}
    </li>
  )
}
